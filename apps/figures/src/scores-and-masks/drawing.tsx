import type { JSX } from "preact";
import { useWidth } from "../ui/index.ts";
import { type Cell, show } from "./arithmetic.ts";
import { type Attention, type Kind, keys, queries, values } from "./attention.ts";
import { layoutFor } from "./layout.ts";
import type { Allowed } from "./masks.ts";
import { Meeting } from "./meeting.tsx";
import type { words } from "./words.ts";

interface DrawingProps {
  readonly kind: Kind;
  readonly attention: Attention;
  readonly allowed: Allowed;
  readonly cell: Cell;
  /** The chosen row's weights, on their way. */
  readonly weights: readonly number[];
  readonly progress: number;
  readonly choose: (cell: Cell) => void;
  readonly toggle: (cell: Cell) => void;
  readonly t: (typeof words)["en"];
}

/** Q, K and the scores as a product of matrices; below, the chosen query's weights, the values and the output. */
export function AttentionDrawing(props: DrawingProps): JSX.Element {
  const { attention, allowed, cell, weights, choose, toggle, t } = props;
  const { ref, width } = useWidth<SVGSVGElement>(600);
  const layout = layoutFor(width);
  const { cell: c, x, keysTop, scoresTop, barsFoot, barHeight, valuesTop, height } = layout;
  const box = (column: number, top: number, text: string, kind: string): JSX.Element => (
    <g class={`box ${kind}`} transform={`translate(${x(column)} ${top})`}>
      <rect x="1.5" y="1.5" width={c - 3} height={c - 3} rx="3" />
      <text x={c / 2} y={c / 2} dy="0.35em" text-anchor="middle">
        {text}
      </text>
    </g>
  );
  const heading = (column: number, y: number, text: string): JSX.Element => (
    <text x={x(column) + 2} y={y - 6}>
      {text}
    </text>
  );
  const output = (values[0] ?? []).map((_, col) =>
    weights.reduce((sum, weight, j) => sum + weight * (values[j]?.[col] ?? 0), 0),
  );
  return (
    <svg ref={ref} class="chart" viewBox={`0 0 ${width} ${height}`} role="group" aria-label={t.group}>
      <g aria-hidden="true">
        {heading(0, keysTop, t.terms)}
        {heading(3, keysTop, "Kᵀ (d, lk)")}
        {heading(0, scoresTop, "Q (lq, d)")}
        {heading(3, scoresTop, `${t.scores} (lq, lk)`)}
        {keys.flatMap((key, j) =>
          key.map((value, i) =>
            box(3 + j, keysTop + i * c, show(value), `key ${j === cell.col ? "chosen" : ""}`),
          ),
        )}
        {queries.flatMap((query, i) =>
          query.map((value, j) =>
            box(j, scoresTop + i * c, show(value), `query ${i === cell.row ? "chosen" : ""}`),
          ),
        )}
      </g>
      {attention.scores.flatMap((row, i) =>
        row.map((score, j) => {
          const open = allowed[i]?.[j] ?? true;
          const chosen = i === cell.row && j === cell.col;
          return (
            <g
              key={`${i} ${j}`}
              class={`box score ${open ? "" : "masked"} ${i === cell.row ? "inRow" : ""} ${chosen ? "chosen" : ""}`}
              transform={`translate(${x(3 + j)} ${scoresTop + i * c})`}
              role="button"
              tabindex={chosen ? 0 : -1}
              data-cell={`${i} ${j}`}
              aria-pressed={!open}
              aria-label={t.cell(i + 1, j + 1, show(score), open)}
              onPointerEnter={(event) => event.pointerType === "mouse" && choose({ row: i, col: j })}
              onClick={() => (chosen ? toggle : choose)({ row: i, col: j })}
              onKeyDown={(event) => onKey(event, { row: i, col: j }, props)}
            >
              <rect x="1.5" y="1.5" width={c - 3} height={c - 3} rx="3" />
              <text x={c / 2} y={c / 2} dy="0.35em" text-anchor="middle">
                {open ? show(score, c < 44 ? 1 : 2) : "✕"}
              </text>
            </g>
          );
        }),
      )}
      <g aria-hidden="true">
        <Meeting {...props} layout={layout} />
        <text x={x(3) - 12} y={barsFoot - 4} text-anchor="end">
          {t.weights}
        </text>
        {weights.map((weight, j) => (
          <g key={j} class="bar">
            <rect
              x={x(3 + j) + 8}
              y={barsFoot - weight * barHeight}
              width={c - 16}
              height={weight * barHeight}
            />
            <text x={x(3 + j) + c / 2} y={barsFoot + 15} text-anchor="middle">
              {weight.toFixed(2)}
            </text>
          </g>
        ))}
        <line class="axis" x1={x(3)} x2={x(7)} y1={barsFoot} y2={barsFoot} />
        {heading(3, valuesTop, "Vᵀ (dv, lk)")}
        {heading(1, valuesTop, t.output)}
        {values.flatMap((value, j) =>
          value.map((number, i) => (
            <g key={`${i} ${j}`} style={{ "--share": (weights[j] ?? 0).toFixed(3) }}>
              {box(3 + j, valuesTop + i * c, show(number), "value")}
            </g>
          )),
        )}
        {output.map((number, i) => box(1, valuesTop + i * c, number.toFixed(2).replace("-", "−"), "output"))}
      </g>
    </svg>
  );
}

function onKey(event: KeyboardEvent, { row, col }: Cell, { choose, toggle }: DrawingProps): void {
  const last = queries.length - 1;
  const moves: Readonly<Record<string, Cell>> = {
    ArrowLeft: { row, col: Math.max(0, col - 1) },
    ArrowRight: { row, col: Math.min(last, col + 1) },
    ArrowUp: { row: Math.max(0, row - 1), col },
    ArrowDown: { row: Math.min(last, row + 1), col },
  };
  const to = moves[event.key];
  if (to === undefined && event.key !== "Enter" && event.key !== " ") return;
  event.preventDefault();
  if (to === undefined) {
    toggle({ row, col });
    return;
  }
  choose(to);
  const group = (event.currentTarget as Element | null)?.parentElement;
  group?.querySelector<SVGGElement>(`[data-cell="${to.row} ${to.col}"]`)?.focus();
}
