import type { HeadAsk, HeadMaps } from "@saccade/figures/language-model/lens";
import { cellPaths, useWidth } from "@saccade/figures/ui";
import type { JSX, TargetedKeyboardEvent, TargetedPointerEvent } from "preact";
import { useMemo, useState } from "preact/hooks";
import { useWords } from "../../app/shell.ts";
import { FigureFrame } from "../../ui/figure-frame.tsx";
import { useTouch } from "../../ui/use-media.ts";
import { weightsOf } from "./heads.ts";
import { words } from "./messages/index.ts";

/** Tokens of a map that has their names: of longer texts the last ones. */
const most = 32;
const widest = 460; // px

export interface HeadLargeProps {
  readonly maps: HeadMaps;
  readonly head: HeadAsk;
  /** The token that looks; null for the last. */
  readonly query: number | null;
  readonly onQuery: (query: number | null) => void;
}

/** A head's weights with their tokens: the row of each token says where it looks. */
export function HeadLarge({ maps, head: { layer, head }, query, onQuery }: HeadLargeProps): JSX.Element {
  const isTouch = useTouch();
  const t = useWords(words);
  const { ref, width } = useWidth<HTMLDivElement>(widest);
  const [pointed, setCell] = useState<{ readonly row: number; readonly column: number } | null>(null);
  const n = maps.tokens.length;
  const first = Math.max(0, n - most);
  const shown = n - first;
  // The text may have become shorter meanwhile.
  const cell = pointed !== null && Math.max(pointed.row, pointed.column) < shown ? pointed : null;
  const tokens = maps.tokens.slice(first);
  const longest = Math.min(9, Math.max(...tokens.map((token) => [...token].length)));
  const margin = 12 + 7 * longest;
  const side = Math.min(28, (Math.min(width, widest) - margin) / shown);
  const size = margin + side * shown;
  const weights = useMemo(() => weightsOf(maps, layer, head), [maps, layer, head]);
  const at = (row: number, column: number): number => weights[(first + row) * n + first + column] ?? 0;
  const cells = useMemo(
    () =>
      cellPaths(Math.max(1, side - 1), Math.max(1, side - 1), (put) => {
        for (let row = 0; row < shown; row++) {
          for (let column = 0; column < shown; column++) {
            // Square roots, as in the small maps.
            put(margin + column * side, margin + row * side, Math.sqrt(at(row, column)));
          }
        }
      }),
    [weights, n, margin, side],
  );
  const point = (row: number, column: number): void => {
    setCell({ row, column });
    onQuery(first + row);
  };
  const pointAt = (event: TargetedPointerEvent<SVGSVGElement>): void => {
    const box = event.currentTarget.getBoundingClientRect();
    const scale = size / box.width;
    const place = (x: number): number => Math.floor((x * scale - margin) / side);
    const [row, column] = [place(event.clientY - box.top), place(event.clientX - box.left)];
    if (row >= 0 && row < shown && column >= 0 && column < shown) point(row, column);
  };
  const move = (event: TargetedKeyboardEvent<HTMLDivElement>): void => {
    const end = { row: shown - 1, column: shown - 1 };
    const from = cell ?? end;
    const step = steps[event.key];
    if (step === undefined && event.key !== "End") return;
    event.preventDefault();
    const clip = (value: number): number => Math.max(0, Math.min(shown - 1, value));
    if (step === undefined) point(end.row, end.column);
    else point(clip(from.row + step[0]), clip(from.column + step[1]));
  };
  const row = cell?.row ?? (query === null ? shown - 1 : query - first);
  return (
    <div class="head-large" ref={ref}>
      <FigureFrame name={`head-${layer + 1}-${head + 1}`} title={t.headName(layer + 1, head + 1)}>
        <div
          class="map"
          role="group"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys read the map weight by weight
          tabIndex={0}
          aria-label={t.largeLabel(t.headName(layer + 1, head + 1), shown)}
          onKeyDown={move}
        >
          <svg
            class="chart"
            style={{ maxWidth: `${size}px` }}
            viewBox={`0 0 ${size} ${size}`}
            aria-hidden="true"
            onPointerMove={pointAt}
            onPointerDown={pointAt}
            onPointerLeave={() => {
              setCell(null);
              onQuery(null);
            }}
          >
            {row >= 0 && (
              <rect class="row" x={0} y={margin + row * side} width={size} height={Math.max(1, side - 1)} />
            )}
            {tokens.map((token, i) => (
              <g key={i}>
                <text x={margin - 4} y={margin + (i + 0.5) * side} dy="0.35em" text-anchor="end">
                  {clipped(token)}
                </text>
                <text
                  transform={`translate(${margin + (i + 0.5) * side} ${margin - 4}) rotate(-90)`}
                  dy="0.35em"
                  class={i === cell?.column ? "chosen" : undefined}
                >
                  {clipped(token)}
                </text>
              </g>
            ))}
            <g class="weights">{cells}</g>
          </svg>
        </div>
      </FigureFrame>
      <p class="number" role="status">
        {cell === null
          ? (isTouch ? t.largeHintTouch : t.largeHint)(first)
          : t.weight(tokens[cell.row]!, tokens[cell.column]!, at(cell.row, cell.column).toFixed(4))}
      </p>
    </div>
  );
}

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

function clipped(token: string): string {
  const characters = [...token];
  return characters.length > 9 ? `${characters.slice(0, 8).join("")}…` : token;
}
