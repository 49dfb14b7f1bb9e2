import { schemeDomain } from "./color.ts";
import type { MatrixGrid } from "./input.ts";
import { checkOptions, type Rules } from "./options.ts";
import { patternsSentence, readPatterns } from "./patterns.ts";
import { pool } from "./pool.ts";
import { count, ends, text } from "./rules.ts";
import { shader } from "./shades.ts";
import { printable } from "./text.ts";

/** Options of {@link terminalHeadGrid}. */
export interface TerminalHeadGridOptions {
  /** A line above. */
  readonly title?: string;
  /** The terminal columns that it may take; 80 unless given. Heads that do not fit wrap. */
  readonly width?: number;
  /** The weights at the ends of the shades; 0 and 1 unless given, around 0 for signed values. */
  readonly domain?: readonly [number, number];
}

const rules: Rules<TerminalHeadGridOptions> = { title: text, width: count, domain: ends };

const leastSide = 4;
const mostSide = 10;
const gap = 2;

/**
 * The pattern of every head of every layer as shaded text, pooled to 10 × 10 cells or fewer, each the largest of the weights on
 * it; then the heads that attend most to the previous token and to the first.
 *
 * @param patterns shape (layers, heads, queries, keys)
 * @throws PlotError for an unknown option or a wrong value, for ragged or empty input, or another rank
 * @example
 * const patterns = tensor([[[[1, 0], [0.3, 0.7]], [[1, 0], [0.9, 0.1]]]]);
 * terminalHeadGrid(patterns).split("\n")[1] // "  0 ██    ██"
 */
export function terminalHeadGrid(patterns: MatrixGrid, options: TerminalHeadGridOptions = {}): string {
  const what = "terminalHeadGrid";
  checkOptions(what, options, rules, "terminalHeadGrid(patterns, { width: 80 })");
  const read = readPatterns(patterns, `${what}: patterns`);
  const { layers, heads, queries, keys, data } = read;
  const signed = data.some((value) => value < 0);
  const paint = shader(options.domain ?? (signed ? schemeDomain(data, "rdbu") : [0, 1]), signed);

  const margin = Math.max(3, String(layers - 1).length) + 1;
  const room = Math.max(2 * leastSide + gap, (options.width ?? 80) - margin);
  const largest = Math.min(mostSide, Math.max(queries, keys));
  const perBand = Math.min(heads, Math.max(1, Math.floor(room / (2 * Math.min(leastSide, largest) + gap))));
  const side = Math.max(1, Math.min(largest, Math.floor((room / perBand - gap) / 2)));
  const lines: string[] = options.title === undefined ? [] : [printable(options.title)];
  for (let from = 0; from < heads; from += perBand) {
    const shown = Array.from({ length: Math.min(perBand, heads - from) }, (_, i) => from + i);
    const small = (layer: number, head: number) => pool(read.of(layer, head), queries, keys, side);
    const width = Math.max(2 * Math.min(side, keys), 2) + gap;
    lines.push(`${" ".repeat(margin)}${shown.map((head) => `${head}`.padEnd(width)).join("")}`);
    for (let layer = 0; layer < layers; layer++) {
      const pooled = shown.map((head) => small(layer, head));
      for (let row = 0; row < (pooled[0]?.rows ?? 0); row++) {
        const name = row === 0 ? `${layer} `.padStart(margin) : " ".repeat(margin);
        const cells = pooled.map(({ cols, data: cell }) =>
          Array.from(cell.subarray(row * cols, (row + 1) * cols), paint)
            .join("")
            .padEnd(width),
        );
        lines.push(`${name}${cells.join("")}`);
      }
      lines.push("");
    }
  }
  lines.push(patternsSentence(read));
  return lines.map((line) => line.trimEnd()).join("\n");
}
