import { useSignal } from "@preact/signals";
import { range, showCell } from "@saccade/figures/attention";
import { fill } from "@saccade/figures/messages";
import { Table } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useWords } from "../../app/shell.ts";
import { words } from "./messages/index.ts";
import type { ScoringModel } from "./model.ts";
import { d, edit, type MatrixName, matrixNames, matrixOf, readCell } from "./settings.ts";
import { useNames } from "./use-scene.ts";

interface MatrixCellProps {
  readonly model: ScoringModel;
  readonly name: MatrixName;
  readonly row: number;
  readonly col: number;
  /** The position of a cell in the figure. */
  readonly style?: Readonly<Record<string, string>>;
}

/** A cell of Q, K or V as a field. Invalid numbers are reported when the field loses focus, and change nothing. */
export function MatrixCell({ model, name, row, col, style = {} }: MatrixCellProps): JSX.Element {
  const t = useWords(words);
  const names = useNames(model);
  const { settings } = model;
  const value = matrixOf(settings, name)[row]?.[col] ?? 0;
  /** The field's text while the reader types or has left an invalid number. */
  const [draft, setDraft] = useState<string | undefined>(undefined);
  const [invalid, setInvalid] = useState(false);
  const place = {
    matrix: t.matrices[name],
    row: (name === "q" ? names.queries : names.keys)[row] ?? "",
    col: (name === "v" ? names.meanings : names.features)[col] ?? "",
  };
  // Another example discards the text typed into this one.
  useEffect(() => {
    setDraft(undefined);
    setInvalid(false);
  }, [settings.preset.value]);
  const type = (text: string): void => {
    setDraft(text);
    const number = readCell(text);
    if (number === undefined) return;
    setInvalid(false);
    model.wrongCell.value = "";
    edit(settings, name, row, col, number);
  };
  const finish = (): void => {
    if (draft === undefined) return;
    const isNumber = readCell(draft) !== undefined;
    if (isNumber) setDraft(undefined);
    else model.wrongCell.value = fill(t.wrongCell, { ...place, text: draft });
    setInvalid(!isNumber);
  };
  return (
    <input
      type="text"
      inputMode="decimal"
      autocomplete="off"
      maxLength={24}
      style={style}
      aria-label={fill(t.cell, place)}
      aria-invalid={invalid}
      value={draft ?? showCell(value)}
      onInput={(event) => type(event.currentTarget.value)}
      onBlur={finish}
      onFocus={(event) => event.currentTarget.select()}
      onKeyDown={(event) => {
        if (event.key === "ArrowUp" || event.key === "ArrowDown") {
          event.preventDefault();
          type(showCell(value + (event.key === "ArrowUp" ? 0.5 : -0.5)));
        } else if (event.key === "Enter") finish();
      }}
    />
  );
}

interface MatrixInputProps {
  readonly model: ScoringModel;
  readonly name: MatrixName;
}

/** A matrix of fields, with the names of its rows and columns. */
function MatrixInput({ model, name }: MatrixInputProps): JSX.Element {
  const t = useWords(words);
  const names = useNames(model);
  const [rows, cols] = [
    name === "q" ? names.queries : names.keys,
    name === "v" ? names.meanings : names.features,
  ];
  return (
    <Table
      class="matrix-table"
      label={t.matrices[name]}
      columns={cols}
      rows={rows}
      cells={(i) =>
        range(d).map((c) => (
          <td key={c}>
            <MatrixCell model={model} name={name} row={i} col={c} />
          </td>
        ))
      }
    />
  );
}

const hues = { q: "of-query", k: "of-key", v: "of-value" } as const;

/** Q, K and V one at a time, for screens on which the figure's own cells are too small to be typed into. */
export function MatrixTabs({ model }: { readonly model: ScoringModel }): JSX.Element {
  const t = useWords(words);
  const shown = useSignal<MatrixName>("q");
  const move = (by: number): void => {
    const index = (matrixNames.indexOf(shown.value) + by + matrixNames.length) % matrixNames.length;
    shown.value = matrixNames[index] ?? "q";
    document.getElementById(`tab-${shown.value}`)?.focus();
  };
  return (
    <div class="tabs">
      <div role="tablist" aria-label={t.matrixTabs}>
        {matrixNames.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`tab-${name}`}
            class={hues[name]}
            aria-selected={name === shown.value}
            aria-controls="matrix-panel"
            tabIndex={name === shown.value ? 0 : -1}
            onClick={() => {
              shown.value = name;
            }}
            onKeyDown={(event) => {
              if (event.key === "ArrowRight") move(1);
              else if (event.key === "ArrowLeft") move(-1);
            }}
          >
            {t.matrices[name]}
          </button>
        ))}
      </div>
      <div role="tabpanel" id="matrix-panel" aria-labelledby={`tab-${shown.value}`}>
        <MatrixInput key={shown.value} model={model} name={shown.value} />
      </div>
    </div>
  );
}
