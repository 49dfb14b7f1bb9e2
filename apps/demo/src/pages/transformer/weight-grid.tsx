import { fill } from "@saccade/figures/messages";
import { useRoving } from "@saccade/figures/ui";
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
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

/** A head's weights as cells to point at and to open. */
export function WeightGrid(props: WeightGridProps): JSX.Element {
  const { label, rows, queries, keys, query, keyAt, onPoint, onPick, children } = props;
  const t = useWords(words);
  const grid = useRoving(".cell");
  // In a separate task, since there are hundreds of cells.
  const [hasCells, addCells] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => addCells(true));
    return () => clearTimeout(timer);
  }, []);
  return (
    <div
      class="weight-grid"
      role="group"
      aria-label={label}
      ref={grid}
      style={{ "--keys": keys.length, "--queries": queries.length }}
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
              aria-pressed={i === query && j === keyAt}
              onPointerEnter={() => onPoint(i, j)}
              onFocus={() => onPoint(i, j)}
              onClick={() => onPick(i, j)}
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

function classOf(weight: number | null, isRow: boolean, isColumn: boolean): string {
  const masked = weight === null ? "masked" : "";
  if (isRow && isColumn) return `${masked} chosen`;
  return isRow || isColumn ? `${masked} lit` : masked;
}
