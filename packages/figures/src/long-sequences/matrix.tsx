import type { Signal } from "@preact/signals";
import type { JSX } from "preact";
import { type Pattern, runsOf } from "./patterns.ts";
import type { words } from "./words.ts";

interface MatrixProps {
  readonly pattern: Pattern;
  readonly query: Signal<number>;
  /** Whether the weights exist without being computed. */
  readonly implied: boolean;
  readonly label: string;
  readonly t: (typeof words)["en"];
}

const size = 320;
const margin = 20;

/** A square for every pair of query and key; the chosen query's row is highlighted. Hovering chooses a query. */
export function Matrix({ pattern, query, implied, label, t }: MatrixProps): JSX.Element {
  const n = pattern.length;
  const cell = size / n;
  const follow = (event: PointerEvent & { readonly currentTarget: SVGElement }): void => {
    const box = event.currentTarget.getBoundingClientRect();
    const row = Math.floor(((event.clientY - box.top) / box.height) * n);
    query.value = Math.min(n, Math.max(1, row + 1));
  };
  return (
    <svg
      class="chart matrix-of-pairs"
      viewBox={`0 0 ${size + margin} ${size + margin}`}
      role="img"
      aria-label={label}
    >
      <text x={margin} y={13}>
        {t.keys}
      </text>
      <text x={-margin - 2} y={13} transform="rotate(-90)" text-anchor="end">
        {t.queries}
      </text>
      <rect class="ground" x={margin} y={margin} width={size} height={size} />
      {pattern.map((row, i) =>
        runsOf(row).map(([from, to]) => (
          <rect
            key={`${i} ${from}`}
            class={`${implied ? "implied" : "scored"}${i + 1 === query.value ? " chosen" : ""}`}
            x={margin + from * cell}
            y={margin + i * cell}
            width={(to - from) * cell}
            height={cell}
          />
        )),
      )}
      <rect class="row" x={margin} y={margin + (query.value - 1) * cell} width={size} height={cell} />
      <rect
        class="catch"
        x={margin}
        y={margin}
        width={size}
        height={size}
        onPointerMove={follow}
        onPointerDown={follow}
      />
    </svg>
  );
}
