import { useSignal } from "@preact/signals";
import {
  AttentionDrawing,
  Player,
  type Product,
  ProductChoice,
  panOf,
  range,
  type SceneState,
  sayingOf,
  showCell,
  showing,
} from "@saccade/figures/attention";
import { fill } from "@saccade/figures/messages";
import { Choice, Table, useWidth } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useShell, useWords } from "../../app/shell.ts";
import { FigureFrame } from "../../ui/figure-frame.tsx";
import { words } from "./messages/index.ts";
import { type ScoringModel, useNames, useScene } from "./model.ts";
import { d, edit, type MatrixName, matrixNames, matrixOf, n, readCell } from "./settings.ts";

/** The two matrix products, animated or at rest, with a description below. */
export function Figure({ model }: { readonly model: ScoringModel }): JSX.Element {
  const t = useWords(words);
  const { ref, width } = useWidth<SVGSVGElement>(640);
  const state = useScene(model, Math.max(width, 260));
  const product = useSignal<Product>("values");
  const { layout } = state;
  const isPlaying = model.motion.playing.value;
  return (
    <figure class="motion">
      <ProductChoice state={state} product={product} />
      <FigureFrame name="scoring" title={t.figureTitle}>
        <div class="stage">
          <AttentionDrawing
            svg={ref}
            state={state}
            looked={showing(model.looked, product)}
            isPlaying={isPlaying}
            forbidden={model.settings.forbidden.value}
            toggle={(cell) => model.toggle(cell)}
            pan={panOf(state, product.value)}
          />
          {layout.wide && <CellInputs model={model} state={state} />}
        </div>
      </FigureFrame>
      {model.wrongCell.value !== "" && (
        <p class="wrong number" role="alert">
          {model.wrongCell.value}
        </p>
      )}
      <figcaption aria-live={isPlaying ? "off" : "polite"}>{sayingOf(state)}</figcaption>
      <Player motion={model.motion} lang={useShell().language.value} />
    </figure>
  );
}

interface CellInputsProps {
  readonly model: ScoringModel;
  readonly state: SceneState;
}

/** The cells of Q, K and V as fields: unseen until they are pointed at or typed into. */
function CellInputs({ model, state }: CellInputsProps): JSX.Element {
  return (
    <>
      {matrixNames.map((name) => (
        <div key={name} class={`cells ${name}`}>
          {range(n).flatMap((row) =>
            range(d).map((col) => {
              const { x, y, w, h } = state.layout[name](row, col);
              const style = { left: `${x}px`, top: `${y}px`, width: `${w}px`, height: `${h}px` };
              return <MatrixCell key={`${row} ${col}`} {...{ model, name, row, col, style }} />;
            }),
          )}
        </div>
      ))}
    </>
  );
}

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

/** Q, K and V one at a time, for screens on which the figure's own cells are too small to be typed into. */
export function MatrixTabs({ model }: { readonly model: ScoringModel }): JSX.Element {
  const t = useWords(words);
  const names = useNames(model);
  const shown = useSignal<MatrixName>("q");
  const name = shown.value;
  return (
    <div class="tabs">
      <Choice inline legend={t.matrixTabs} value={shown} names={matrixNames} labels={t.matrices} />
      <Table
        key={name}
        class="matrix-table"
        label={t.matrices[name]}
        columns={name === "v" ? names.meanings : names.features}
        rows={name === "q" ? names.queries : names.keys}
        cells={(i) =>
          range(d).map((c) => (
            <td key={c}>
              <MatrixCell model={model} name={name} row={i} col={c} />
            </td>
          ))
        }
      />
    </div>
  );
}
