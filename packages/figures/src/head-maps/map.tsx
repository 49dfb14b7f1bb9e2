import type { TargetedKeyboardEvent, TargetedPointerEvent } from "preact";
import { useMemo } from "preact/hooks";
import type { HeadAsk, HeadMaps } from "../language-model/lens.ts";
import { shadedCells, useWidth } from "../ui/index.ts";
import { arrows } from "../ui/keys.ts";
import { weightsOf } from "./weights-of.ts";
import "./head-maps.css";

/** A token that is pointed at, by its index, and with it a token that it attends to; null where only the row matters. */
export interface Pointed {
  readonly query: number;
  readonly key: number | null;
}

interface HeadMapProps {
  readonly maps: HeadMaps;
  readonly head: HeadAsk;
  readonly pointed: Pointed;
  readonly onPoint: (pointed: Pointed | null) => void;
  /** Says how many tokens are shown, and the keys. */
  readonly label: (shown: number) => string;
}

/** Tokens that are drawn with their names: of longer texts the last ones. */
const most = 32;
const widest = 460; // px

/** Tokens at the beginning of a text that a map leaves out. */
export function leftOutOf({ tokens }: HeadMaps): number {
  return Math.max(0, tokens.length - most);
}

/** A head's weights with their tokens: the row of each token says where it looks. */
export function HeadMap({ maps, head, pointed, onPoint, label }: HeadMapProps) {
  const { ref, width } = useWidth<HTMLDivElement>(widest);
  const n = maps.tokens.length;
  const first = leftOutOf(maps);
  const shown = n - first;
  const tokens = maps.tokens.slice(first).map(clipped);
  const margin = 12 + 7 * Math.max(...tokens.map((token) => [...token].length));
  const side = Math.min(40, (Math.min(width, widest) - margin) / shown);
  const size = margin + side * shown;
  const cells = useMemo(() => {
    const weights = weightsOf(maps, head);
    const sides = Math.max(1, side - 1);
    return shadedCells(sides, sides, (put) => {
      for (let row = 0; row < shown; row++) {
        for (let column = 0; column < shown; column++) {
          const weight = weights[(first + row) * n + first + column]!;
          put(margin + column * side, margin + row * side, Math.sqrt(weight)); // as in the small maps
        }
      }
    });
  }, [maps, head, margin, side]);
  const pointAt = (event: TargetedPointerEvent<SVGSVGElement>): void => {
    const box = event.currentTarget.getBoundingClientRect();
    const place = (x: number): number => Math.floor(((x * size) / box.width - margin) / side);
    const [row, column] = [place(event.clientY - box.top), place(event.clientX - box.left)];
    const isIn = Math.min(row, column) >= 0 && Math.max(row, column) < shown;
    if (isIn) onPoint({ query: first + row, key: first + column });
  };
  const move = (event: TargetedKeyboardEvent<HTMLDivElement>): void => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const clip = (value: number): number => Math.max(first, Math.min(n - 1, value));
    const from = pointed.key === null ? { query: n - 1, key: n - 1 } : { ...pointed, key: pointed.key };
    onPoint({ query: clip(from.query + step[0]), key: clip(from.key + step[1]) });
  };
  const row = pointed.query - first;
  return (
    <div
      class="head-map"
      ref={ref}
      role="group"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys read the map weight by weight
      tabIndex={0}
      aria-label={label(shown)}
      onKeyDown={move}
    >
      <svg
        class="chart"
        style={{ maxWidth: `${size}px` }}
        viewBox={`0 0 ${size} ${size}`}
        aria-hidden="true"
        onPointerMove={pointAt}
        onPointerDown={pointAt}
        onPointerLeave={() => onPoint(null)}
      >
        {row >= 0 && (
          <rect class="row" x={0} y={margin + row * side} width={size} height={Math.max(1, side - 1)} />
        )}
        {tokens.map((token, i) => (
          <g key={i}>
            <text x={margin - 4} y={margin + (i + 0.5) * side} dy="0.35em" text-anchor="end">
              {token}
            </text>
            <text
              transform={`translate(${margin + (i + 0.5) * side} ${margin - 4}) rotate(-90)`}
              dy="0.35em"
              class={first + i === pointed.key ? "chosen" : undefined}
            >
              {token}
            </text>
          </g>
        ))}
        <g class="weights">{cells}</g>
      </svg>
    </div>
  );
}

const far = Number.POSITIVE_INFINITY;
const steps: typeof arrows = { ...arrows, End: [far, far] };

function clipped(token: string): string {
  const characters = [...token];
  return characters.length > 9 ? `${characters.slice(0, 8).join("")}…` : token;
}
