import { describeValue } from "@saccade/contract";
import { counted, extremes, extremesSentence, valueText } from "./domain.ts";
import { type Matrix, type MatrixGrid, readDense, readVector, type Vector } from "./input.ts";
import { names, PlotError } from "./rules.ts";
import { checkLabels } from "./svg.ts";
import { printable, quoted } from "./text.ts";

// Readings of what figures of pages and of the terminal both show: the checked data, and the sentence that describes it.

/** A value with its label. */
export interface Bar {
  readonly label: string;
  readonly value: number;
  /** Its place among the values given; −1 for the sum of those that have no bar. */
  readonly index: number;
}

interface BarChoice {
  readonly labels: readonly string[];
  readonly sorted?: boolean;
  readonly most?: number;
}

/** The bars to draw: all values, or the largest in size, in order or sorted, then the sum of the others. */
export function readBars(
  what: string,
  values: Vector,
  { labels, sorted = false, most }: BarChoice,
): { readonly bars: readonly Bar[]; readonly all: Float64Array } {
  const all = readVector(values, `${what}: values`);
  checkLabels(labels, all.length, `${what}: labels`);
  const bars = Array.from(all, (value, index) => ({ label: labels[index] ?? "", value, index }));
  const size = ({ value }: Bar): number => (Number.isFinite(value) ? Math.abs(value) : -1);
  const bySize = bars.toSorted((a, b) => size(b) - size(a));
  const ordered = (some: Bar[]): Bar[] => (sorted ? some : some.sort((a, b) => a.index - b.index));
  if (most === undefined || most >= bars.length) return { bars: ordered(bySize), all };
  const others = bySize.slice(most);
  const rest = {
    label: `${others.length} others`,
    value: sumOf(others.map(({ value }) => value)),
    index: -1,
  };
  return { bars: [...ordered(bySize.slice(0, most)), rest], all };
}

/** The largest and the smallest value, and the sum of all. */
export function barsSentence(labels: readonly string[], values: Float64Array): string {
  const extent = extremesSentence(values, (index) => printable(labels[index] ?? "").trim());
  return `${extent} Sum: ${valueText(sumOf([...values]))}.`;
}

function sumOf(values: readonly number[]): number {
  return values.filter(Number.isFinite).reduce((sum, value) => sum + value, 0);
}

/** @throws PlotError unless there is one token for each layer and position */
export function checkLensTokens(
  given: readonly (readonly string[])[],
  rows: number,
  cols: number,
  what: string,
): readonly (readonly string[])[] {
  if (given.length !== rows)
    throw new PlotError(
      `${what} must hold ${rows} lists of ${cols} tokens, one for each layer, got ${given.length}`,
    );
  for (const [row, tokens] of Array.from(given).entries()) {
    if (!names.holds(tokens))
      throw new PlotError(`${what}[${row}] must be ${names.must}, got ${describeValue(tokens)}`);
    if (tokens.length !== cols)
      throw new PlotError(
        `${what}[${row}] must hold ${cols} tokens, one for each position, got ${tokens.length}`,
      );
  }
  return given;
}

/** The last layer's prediction at the last position, and the layer since which it has been the most probable token. */
export function lensSentence(
  predicted: readonly (readonly string[])[],
  cols: number,
  probabilities: ArrayLike<number>,
  layerName: (row: number) => string,
): string {
  const rows = predicted.length;
  const last = predicted[rows - 1]?.[cols - 1] ?? "";
  let since = rows - 1;
  while (since > 0 && predicted[since - 1]?.[cols - 1] === last) since--;
  const value = valueText(probabilities[rows * cols - 1]);
  const ending = `At the last position, ${layerName(rows - 1)} predicts ${quoted(last)} (${value})`;
  if (rows === 1) return `${ending}.`;
  if (since < rows - 1) return `${ending}; it is the most probable token from ${layerName(since)} on.`;
  return `${ending}; ${layerName(rows - 2)} still predicts ${quoted(predicted[rows - 2]?.[cols - 1] ?? "")}.`;
}

/** Values of tokens, or a row of values for each token. */
interface TokenValues {
  readonly data: Float64Array;
  /** The tokens that are colored. */
  readonly keys: readonly string[];
  /** The row that is shown first; undefined where each token has one value. */
  readonly chosen: number | undefined;
  /** The values to color tokens by, when a row is chosen. */
  row(query: number | undefined): Float64Array;
  /** The values in a sentence. */
  sentence(query: number | undefined): string;
}

interface TokenChoice {
  readonly tokens: readonly string[];
  readonly keys?: readonly string[];
  readonly chosen?: number;
}

/** @throws PlotError for another rank, tokens that are not one for each value, or a chosen token outside */
export function readTokenValues(what: string, input: Vector | Matrix, options: TokenChoice): TokenValues {
  const { shape, data } = readDense(input, `${what}: values`);
  const { tokens } = options;
  const [rows = 0, cols = 0] = shape;
  if (shape.length === 1) {
    if (options.keys !== undefined || options.chosen !== undefined)
      throw new PlotError(`${what}: keys and chosen need values of shape (queries, keys), got (${rows})`);
    checkLabels(tokens, rows, `${what}: tokens`);
    const sentence = (): string => extremesSentence(data, (i) => `token ${i} ${quoted(tokens[i] ?? "")}`);
    return { data, keys: tokens, chosen: undefined, row: () => data, sentence };
  }
  if (shape.length !== 2)
    throw new PlotError(`${what}: values must have shape (n) or (queries, keys), got (${shape.join(", ")})`);
  checkLabels(tokens, rows, `${what}: tokens`);
  const keys = options.keys ?? tokens;
  checkLabels(keys, cols, `${what}: ${options.keys === undefined ? "tokens" : "keys"}`);
  const { chosen = rows - 1 } = options;
  if (!(Number.isInteger(chosen) && chosen >= 0 && chosen < rows))
    throw new PlotError(
      `${what}: chosen must be a token's index, 0 to ${rows - 1}, got ${describeValue(chosen)}.`,
    );
  const row = (query = chosen): Float64Array => data.subarray(query * cols, (query + 1) * cols);
  const sentence = (query = chosen): string => {
    const largest = Array.from(row(query), (value, key) => ({ value, key }))
      .filter(({ value }) => Number.isFinite(value) && value !== 0)
      .sort((a, b) => b.value - a.value)
      .slice(0, 3)
      .map(({ value, key }) => `${quoted(keys[key] ?? "")} ${valueText(value)}`);
    const most = largest.length === 0 ? "only zeros" : largest.join(", ");
    return `Token ${query} ${quoted(tokens[query] ?? "")} → ${most}`;
  };
  return { data, keys, chosen, row, sentence };
}

/** Patterns of attention, read and checked. */
export interface Patterns {
  readonly layers: number;
  readonly heads: number;
  readonly queries: number;
  readonly keys: number;
  /** One matrix of shape (queries, keys). */
  of(layer: number, head: number): Float64Array;
  readonly data: Float64Array;
}

/** @throws PlotError unless the shape is (layers, heads, queries, keys) */
export function readPatterns(input: MatrixGrid, what: string): Patterns {
  const { shape, data } = readDense(input, what);
  const [layers = 0, heads = 0, queries = 0, keys = 0] = shape;
  if (shape.length !== 4) {
    const fix = shape.length === 3 ? "; for one layer pass [patterns]" : "";
    throw new PlotError(
      `${what} must have shape (layers, heads, queries, keys), got (${shape.join(", ")})${fix}`,
    );
  }
  const size = queries * keys;
  const of = (layer: number, head: number): Float64Array => {
    const from = (layer * heads + head) * size;
    return data.subarray(from, from + size);
  };
  return { layers, heads, queries, keys, of, data };
}

/** Named positions of keys relative to a query, which characterize heads. */
const looks: Readonly<Record<"first" | "previous" | "itself", (query: number) => number>> = {
  first: () => 0,
  previous: (query) => query - 1,
  itself: (query) => query,
};

/** The mean weight from each query, except the first, to its own key. */
function meanWeight(
  { queries, keys, of }: Patterns,
  layer: number,
  head: number,
  keyOf: (query: number) => number,
): number {
  const pattern = of(layer, head);
  let sum = 0;
  for (let query = 1; query < queries; query++) sum += pattern[query * keys + keyOf(query)] ?? 0;
  return sum / (queries - 1);
}

/**
 * "layer 1, head 0: to the first token 0.1, the previous 0.8, itself 0.1; most from “cat” to “the”, 0.9". The first query only counts
 * if it is the only one: under a causal mask it has no choice.
 */
export function patternSentence(
  patterns: Patterns,
  layer: number,
  head: number,
  tokens: readonly string[] | undefined,
): string {
  const { queries, keys, of } = patterns;
  const from = queries > 1 ? keys : 0;
  const pattern = of(layer, head).subarray(from);
  const largest = extremes(pattern)?.largest;
  const name = `layer ${layer}, head ${head}`;
  if (largest === undefined) return `${name}: no value is finite`;
  const place = (at: number): string => (tokens === undefined ? String(at) : quoted(tokens[at] ?? ""));
  const [query, key] = [Math.floor((from + largest) / keys), largest % keys];
  const most = `most from ${place(query)} to ${place(key)}, ${valueText(pattern[largest])}`;
  if (queries !== keys || queries < 2) return `${name}: ${most}`;
  const mean = (keyOf: (query: number) => number): string =>
    meanWeight(patterns, layer, head, keyOf).toFixed(2);
  const means = `to the first token ${mean(looks.first)}, the previous ${mean(looks.previous)}, itself ${mean(looks.itself)}`;
  return `${name}: ${means}; ${most}`;
}

/** The heads that attend most to the previous token and to the first, for square patterns. */
export function patternsSentence(patterns: Patterns): string {
  const { layers, heads, queries, keys } = patterns;
  const what = `${counted(layers, "layer")} of ${counted(heads, "head")}, ${queries} queries by ${keys} keys.`;
  if (queries !== keys || queries < 2) return what;
  const best = (keyOf: (query: number) => number): string => {
    const means = Array.from({ length: layers * heads }, (_, i) =>
      meanWeight(patterns, Math.floor(i / heads), i % heads, keyOf),
    );
    const at = extremes(means)?.largest;
    if (at === undefined) return "none";
    return `layer ${Math.floor(at / heads)}, head ${at % heads} (${means[at]?.toFixed(2)})`;
  };
  return `${what} Most attention to the previous token: ${best(looks.previous)}; to the first: ${best(looks.first)}.`;
}

/**
 * A matrix of at most `most` rows and columns: where it is larger, a cell is the largest of the finite values that fall on it, so
 * that a lone peak stays in sight, and NaN where none is finite.
 */
export function pool(
  data: Float64Array,
  rows: number,
  cols: number,
  most: number,
): { readonly rows: number; readonly cols: number; readonly data: Float64Array } {
  if (rows <= most && cols <= most) return { rows, cols, data };
  const [fewRows, fewCols] = [Math.min(rows, most), Math.min(cols, most)];
  const pooled = new Float64Array(fewRows * fewCols).fill(Number.NaN);
  for (const [i, value] of data.entries()) {
    const row = Math.floor((Math.floor(i / cols) * fewRows) / rows);
    const at = row * fewCols + Math.floor(((i % cols) * fewCols) / cols);
    if (Number.isFinite(value) && !((pooled[at] ?? 0) >= value)) pooled[at] = value;
  }
  return { rows: fewRows, cols: fewCols, data: pooled };
}
