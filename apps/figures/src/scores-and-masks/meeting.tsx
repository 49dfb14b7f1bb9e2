import type { JSX } from "preact";
import { type Cell, show } from "./arithmetic.ts";
import { type Attention, type Kind, keys, queries, size, terms } from "./attention.ts";
import type { Layout } from "./layout.ts";

interface MeetingProps {
  readonly kind: Kind;
  readonly attention: Attention;
  readonly cell: Cell;
  readonly progress: number;
  readonly layout: Layout;
}

const ease = (t: number): number => t * t * (3 - 2 * t);

/**
 * In the corner over Q and beside K^T: the components of the chosen query and key slide together, each pair gives a term,
 * and their sum goes to its cell.
 */
export function Meeting({ kind, attention, cell, progress, layout }: MeetingProps): JSX.Element {
  const { cell: c, x, keysTop, scoresTop } = layout;
  const { row, col } = cell;
  const slide = ease(Math.min(1, progress / 0.55));
  const added = ease(Math.max(0, (progress - 0.65) / 0.35));
  const between = (from: number, to: number, t: number): number => from + (to - from) * t;
  const q = queries[row] ?? [];
  const k = keys[col] ?? [];
  const score = attention.scores[row]?.[col] ?? 0;
  const tile = (left: number, top: number, text: string, name: string, opacity = 1): JSX.Element => (
    <g class={`box ${name}`} transform={`translate(${left} ${top})`} style={{ opacity }}>
      <rect x="3" y="3" width={c - 6} height={c - 6} rx="3" />
      <text x={c / 2} y={c / 2} dy="0.35em" text-anchor="middle">
        {text}
      </text>
    </g>
  );
  return (
    <g class="meeting">
      {q.map((value, i) => (
        <g key={i}>
          {tile(
            between(x(i), x(0), slide),
            between(scoresTop + row * c, keysTop + i * c, slide),
            show(value),
            "query chosen",
          )}
          {tile(between(x(3 + col), x(1), slide), keysTop + i * c, show(k[i] ?? 0), "key chosen")}
          {tile(
            x(2),
            keysTop + i * c,
            show(terms[kind].of(value, k[i] ?? 0), c < 44 ? 1 : 2),
            "term",
            Math.max(0, slide * 4 - 3),
          )}
        </g>
      ))}
      {progress > 0.65 &&
        progress < 1 &&
        tile(
          between(x(2), x(3 + col), added),
          between(keysTop + (size - 1) * c, scoresTop + row * c, added),
          show(score, c < 44 ? 1 : 2),
          "term sum",
        )}
    </g>
  );
}
