import { PlotError } from "./errors.ts";
import { type MatrixGrid, readDense } from "./input.ts";
import { counted, extremes, valueText } from "./sentences.ts";
import { quoted } from "./text.ts";

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
export const looks: Readonly<Record<"first" | "previous" | "itself", (query: number) => number>> = {
  first: () => 0,
  previous: (query) => query - 1,
  itself: (query) => query,
};

/** The mean weight from each query, except the first, to its own key. */
export function meanWeight(
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
