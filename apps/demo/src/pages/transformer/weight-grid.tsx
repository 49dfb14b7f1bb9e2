import { fill } from "@saccade/figures/messages";
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { useWords } from "../../app/shell.ts";
import { words } from "./messages/index.ts";
import { share } from "./names.ts";

interface WeightGridProps {
  readonly label: string;
  /** null where a query may not look. */
  readonly rows: readonly (readonly (number | null)[])[];
  readonly queries: readonly string[];
  readonly keys: readonly string[];
  /** Counted from 0. */
  readonly query: number;
  readonly keyAt: number;
  /** The cell under the pointer or the focus. */
  readonly onPoint: (query: number, key: number) => void;
  readonly onPick: (query: number, key: number) => void;
  /** Color fields next to the cells. */
  readonly children?: ComponentChildren;
}

/** A head's weights as cells to point at and to open; arrow keys go from cell to cell. */
export function WeightGrid(props: WeightGridProps): JSX.Element {
  const { label, rows, queries, keys, query, keyAt, onPoint, onPick, children } = props;
  const t = useWords(words);
  const grid = useRef<HTMLDivElement>(null);
  // In a separate task, since there are hundreds of cells.
  const [hasCells, addCells] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => addCells(true));
    return () => clearTimeout(timer);
  }, []);
  const active = {
    query: Math.min(query, queries.length - 1),
    key: Math.min(Math.max(keyAt, 0), keys.length - 1),
  };
  const move = (event: KeyboardEvent): void => {
    const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const [i, j] = [active.query + step[0]!, active.key + step[1]!];
    if (rows[i]?.[j] === undefined) return;
    onPoint(i, j);
    grid.current?.querySelector<HTMLElement>(`[data-cell="${i} ${j}"]`)?.focus();
  };
  return (
    <div
      class="weight-grid"
      role="group"
      aria-label={label}
      ref={grid}
      style={{ "--keys": keys.length, "--queries": queries.length }}
      onKeyDown={move}
      onPointerOver={(event) => notify(event, onPoint)}
      onClick={(event) => notify(event, onPick)}
    >
      {keys.map((word, j) => (
        <span key={j} class={`key-word ${j === keyAt ? "chosen" : ""}`} style={{ "--col": j + 3 }}>
          {word}
        </span>
      ))}
      {queries.map((word, i) => (
        <span key={i} class={`query-word ${i === query ? "chosen" : ""}`} style={{ "--row": i + 3 }}>
          {word}
        </span>
      ))}
      <div class="grid-cells">
        {(hasCells ? rows : []).flatMap((row, i) =>
          row.map((weight, j) => (
            <button
              key={`${i} ${j}`}
              type="button"
              class={`cell ${classOf(weight, i === query, j === keyAt)}`}
              style={{ "--weight": weight ?? 0 }}
              data-cell={`${i} ${j}`}
              tabIndex={i === active.query && j === active.key ? 0 : -1}
              aria-label={
                weight === null
                  ? fill(t.maskedCell, { query: queries[i] ?? "", key: keys[j] ?? "" })
                  : fill(t.cell, { query: queries[i] ?? "", key: keys[j] ?? "", weight: share(weight) })
              }
            />
          )),
        )}
      </div>
      {children}
    </div>
  );
}

/** Which cell an event is about: the cells share their listeners, for there are many. */
function notify(event: Event, listener: (query: number, key: number) => void): void {
  const cell = event.target instanceof HTMLElement ? event.target.dataset["cell"] : undefined;
  const [query, key] = (cell ?? "").split(" ").map(Number);
  if (query !== undefined && key !== undefined) listener(query, key);
}

function classOf(weight: number | null, isRow: boolean, isColumn: boolean): string {
  const masked = weight === null ? "masked" : "";
  if (isRow && isColumn) return `${masked} chosen`;
  return isRow || isColumn ? `${masked} lit` : masked;
}
