import { type ColorScheme, colorScale, isDiverging, schemeDomain } from "./color.ts";
import type { Matrix, Vector } from "./input.ts";
import { checkOptions, type Rules } from "./options.ts";
import { count, ends, flag, names, text, whole } from "./rules.ts";
import { onColor, shader } from "./shades.ts";
import { displayWidth, labelOf, padDisplay, printable } from "./text.ts";
import { readTokenValues } from "./token-values.ts";

/** Options of {@link terminalTokenView}. */
export interface TerminalTokenViewOptions {
  /** The tokens: one for each value, or for each query; in self-attention also for each key. */
  readonly tokens: readonly string[];
  /** The keys' tokens; the queries' unless given. */
  readonly keys?: readonly string[];
  /** The query whose row is shown; the last unless given. */
  readonly chosen?: number;
  /** A line above. */
  readonly title?: string;
  /** The terminal columns that it may take; 80 unless given. */
  readonly width?: number;
  /** Whether to paint tokens in 24-bit color instead of shading a line below them. */
  readonly color?: boolean;
  /** The values at the ends of the scale; the finite values' extent unless given, around 0 for signed values. */
  readonly domain?: readonly [number, number];
}

const rules: Rules<TerminalTokenViewOptions> = {
  tokens: names,
  keys: names,
  chosen: whole,
  title: text,
  width: count,
  color: flag,
  domain: ends,
};

/**
 * A text whose tokens are shaded by their values, or by the row of values of one token, which is in brackets; then its largest
 * values in a sentence.
 *
 * @param values shape (n), or (queries, keys)
 * @throws PlotError for a missing or unknown option or a wrong value, for ragged or empty values, or tokens that are not one for
 * each query and key
 * @example
 * const lines = terminalTokenView([[1, 0], [0.25, 0.75]], { tokens: ["the", "cat"] }).split("\n");
 * lines[0] // "the [cat]"
 * lines.at(-1) // "Token 1 “cat” → “cat” 0.75, “the” 0.25"
 */
export function terminalTokenView(values: Vector | Matrix, options: TerminalTokenViewOptions): string {
  const what = "terminalTokenView";
  checkOptions(what, options, rules, "terminalTokenView(pattern, { tokens })", ["tokens"]);
  const read = readTokenValues(what, values, options);
  const colorScheme: ColorScheme = read.data.some((value) => value < 0) ? "rdbu" : "blues";
  const signed = isDiverging(colorScheme);
  const domain = options.domain ?? schemeDomain(read.data, colorScheme);
  const shade = shader(domain, signed);
  const color = colorScale(domain, colorScheme);
  const row = read.row(undefined);
  const apart = options.keys !== undefined;

  const lines: string[] = options.title === undefined ? [] : [printable(options.title)];
  let [words, below, used] = ["", "", 0];
  const flush = (): void => {
    lines.push(words, ...(options.color === true ? [] : [below]));
    [words, below, used] = ["", "", 0];
  };
  for (const [i, token] of read.keys.entries()) {
    const value = row[i] ?? Number.NaN;
    const label = labelOf(token);
    const shown = i === read.chosen && !apart ? `[${label}]` : label;
    const width = displayWidth(shown);
    if (used > 0 && used + width > (options.width ?? 80)) flush();
    const painted = options.color === true && Number.isFinite(value);
    words += `${painted ? onColor(shown, color(value)) : shown} `;
    const [sign = " ", dark = " "] = [...shade(value)];
    below += padDisplay(`${sign}${dark.repeat(Math.max(0, width - 1))}`, width, "end")
      .slice(0, width)
      .padEnd(width + 1);
    used += width + 1;
  }
  flush();
  return [...lines, "", read.sentence(undefined)].map((line) => line.trimEnd()).join("\n");
}
