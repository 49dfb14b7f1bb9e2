import type { JSX } from "preact";
import { blocks, tilesOf } from "./tiles.ts";

interface TileMapProps {
  readonly block: number;
  readonly tile: number;
  readonly causal: boolean;
  readonly label: string;
  readonly keys: string;
  readonly queries: string;
}

const [side, margin] = [30, 18];
const gap = 3;

/** All tiles of the matrix: the one in memory, those of this block that are read already, and those that are skipped. */
export function TileMap({ block, tile, causal, label, keys, queries }: TileMapProps): JSX.Element {
  const places = Array.from({ length: blocks ** 2 }, (_, i) => [Math.floor(i / blocks), i % blocks] as const);
  const kind = (row: number, column: number): string => {
    if (column >= tilesOf(row, causal)) return "skipped";
    if (row !== block) return "other";
    return column === tile ? "now" : column < tile ? "read" : "other";
  };
  return (
    <svg
      class="chart tile-map"
      viewBox={`0 0 ${margin + blocks * side} ${margin + blocks * side}`}
      role="img"
      aria-label={label}
    >
      <text x={margin} y={12}>
        {keys}
      </text>
      <text x={-margin} y={12} transform="rotate(-90)" text-anchor="end">
        {queries}
      </text>
      {places.map(([row, column]) => (
        <rect
          key={`${row} ${column}`}
          class={kind(row, column)}
          x={margin + column * side}
          y={margin + row * side}
          width={side - gap}
          height={side - gap}
        />
      ))}
    </svg>
  );
}
