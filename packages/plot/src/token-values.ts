import { describeValue } from "@saccade/contract";
import { PlotError } from "./errors.ts";
import { type Matrix, readDense, type Vector } from "./input.ts";
import { extremesSentence, valueText } from "./sentences.ts";
import { quoted } from "./text.ts";
import { checkLabels } from "./ticks.ts";

/** Values of tokens, or a row of values for each token. */
export interface TokenValues {
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
    const most = largest.length === 0 ? "no value but 0" : largest.join(", ");
    return `Token ${query} ${quoted(tokens[query] ?? "")} → ${most}`;
  };
  return { data, keys, chosen, row, sentence };
}
