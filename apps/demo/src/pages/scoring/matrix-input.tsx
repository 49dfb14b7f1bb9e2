import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useWords } from "../../app/shell.ts";
import { readCell, showCell } from "./cell.ts";
import type { ScoringModel } from "./model.ts";
import type { RowNames } from "./names.ts";
import { range } from "./scene-state.ts";
import { d, edit, type MatrixName, matrixOf, n } from "./settings.ts";
import { words } from "./words.ts";

interface MatrixCellProps {
  readonly model: ScoringModel;
  readonly name: MatrixName;
  readonly row: number;
  readonly col: number;
  readonly names: RowNames;
  /** Where it stands, for a cell in the figure. */
  readonly style?: Readonly<Record<string, string>>;
}

/** A cell of Q, K or V as a field. What is no number is said when the reader is done with it, and changes nothing. */
export function MatrixCell({ model, name, row, col, names, style = {} }: MatrixCellProps): JSX.Element {
  const t = useWords(words);
  const { settings } = model;
  const value = matrixOf(settings, name)[row]?.[col] ?? 0;
  /** The field's text while the reader types or has left an invalid number. */
  const [draft, setDraft] = useState<string | undefined>(undefined);
  const [invalid, setInvalid] = useState(false);
  const place = [
    t.matrices[name],
    (name === "q" ? names.queries : names.keys)[row] ?? "",
    (name === "v" ? names.meanings : names.features)[col] ?? "",
  ] as const;
  // Another example leaves nothing of what was typed into this one.
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
    else model.wrongCell.value = t.wrongCell(...place, draft);
    setInvalid(!isNumber);
  };
  return (
    <input
      type="text"
      inputMode="decimal"
      autocomplete="off"
      maxLength={24}
      style={style}
      aria-label={t.cell(...place)}
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
  readonly names: RowNames;
}

/** A matrix of fields, with the names of its rows and columns. */
export function MatrixInput({ model, name, names }: MatrixInputProps): JSX.Element {
  const t = useWords(words);
  const [rows, cols] = [
    name === "q" ? names.queries : names.keys,
    name === "v" ? names.meanings : names.features,
  ];
  return (
    <table class="matrix-table">
      <caption class="unseen">{t.matrices[name]}</caption>
      <thead>
        <tr>
          <td />
          {cols.map((col) => (
            <th key={col} scope="col">
              {col}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {range(n).map((i) => (
          <tr key={i}>
            <th scope="row">{rows[i]}</th>
            {range(d).map((c) => (
              <td key={c}>
                <MatrixCell model={model} name={name} row={i} col={c} names={names} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
