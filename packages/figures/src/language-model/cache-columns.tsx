import { useMemo } from "preact/hooks";
import { shadedCells, useWidth } from "../ui/index.ts";
import type { Cached } from "./lens.ts";
import "./drawings.css";

/** How a token's column is drawn, in CSS pixels. */
export interface ColumnShape {
  readonly width: number;
  /** Of a number, with the gap to the next one. */
  readonly cell: { readonly width: number; readonly height: number };
  /** Numbers side by side in a column. */
  readonly perRow: number;
  /** Characters of the token above it. */
  readonly characters: number;
  /** Lines of columns at most: of a longer text the end is drawn. */
  readonly lines: number;
}

interface CacheColumnsProps {
  readonly tokens: readonly string[];
  readonly cached: Omit<Cached, "bytes">;
  /** Tokens at the end whose keys and values are new: they are framed. */
  readonly fresh: number;
  readonly shape: ColumnShape;
  readonly label: string;
}

const [letters, gap] = [18, 4];
/** Of a character in the font of the tokens. */
const em = 7.2;

/** A text, and under each token its key and its value: the stronger the colour, the larger the number is in size. */
export function CacheColumns({ tokens, cached, fresh, shape, label }: CacheColumnsProps) {
  const { ref, width } = useWidth<HTMLDivElement>(600);
  const { width: column, cell, perRow } = shape;
  const perLine = Math.max(1, Math.floor(width / column));
  const count = Math.min(cached.tokens, tokens.length, perLine * shape.lines);
  const part = Math.ceil(cached.width / perRow) * cell.height; // the height of a key
  const line = letters + 2 * part + 2 * gap;
  const lines = Math.max(1, Math.ceil(count / perLine));
  const left = (i: number): number => (i % perLine) * column;
  const top = (i: number): number => Math.floor(i / perLine) * line;
  const cells = useMemo(
    () =>
      [cached.keys, cached.values].map((numbers, which) => {
        const d = cached.width;
        const largest = numbers.reduce((most, x) => Math.max(most, Math.abs(x)), 1e-9);
        const from = (cached.tokens - count) * d;
        return shadedCells(cell.width - 1, cell.height - 1, (put) => {
          for (let k = 0; k < count * d; k++) {
            const [i, j] = [Math.floor(k / d), k % d];
            const x = left(i) + (j % perRow) * cell.width;
            const y = top(i) + letters + which * (part + gap) + Math.floor(j / perRow) * cell.height;
            put(x, y, 0.06 + (0.94 * Math.abs(numbers[from + k]!)) / largest);
          }
        });
      }),
    [cached, count, perLine, shape],
  );
  const framed = Math.max(0, count - fresh);
  return (
    <div class="cache-columns" ref={ref}>
      <svg viewBox={`0 0 ${width} ${lines * line}`} role="img" aria-label={label}>
        <g class="key">{cells[0]}</g>
        <g class="value">{cells[1]}</g>
        {Array.from({ length: count }, (_, i) => {
          const text = clipped(tokens[tokens.length - count + i]!, shape.characters);
          const isWide = widthOf(text) > column;
          return (
            <text
              key={i}
              x={left(i) + (column - 1) / 2}
              y={top(i) + letters - 5}
              textLength={isWide ? column - 1 : undefined}
              lengthAdjust={isWide ? "spacingAndGlyphs" : undefined}
            >
              {text}
            </text>
          );
        })}
        {Array.from({ length: lines }, (_, i) => {
          const [from, to] = [Math.max(framed, i * perLine), Math.min(count, (i + 1) * perLine)];
          const sides = { width: (to - from) * column - 1, height: line - letters - 2 };
          return from < to && <rect key={i} x={left(from)} y={top(from) + letters - 1} {...sides} />;
        })}
      </svg>
    </div>
  );
}

/** The beginning of a token; all of a token id, which would be another one if it were cut. */
function clipped(token: string, characters: number): string {
  return /^\d+$/.test(token) ? token : token.trim().slice(0, characters) || token;
}

// Chinese characters are wider.
function widthOf(text: string): number {
  return [...text].reduce((sum, character) => sum + (character > "\u2e80" ? 12 : em), 0);
}
