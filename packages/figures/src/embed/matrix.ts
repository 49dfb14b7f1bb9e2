import type { HeadMaps } from "../language-model/lens.ts";

/** What can be drawn: every head's weights of tokens that attend to each other, or of queries that attend to them. */
export interface Heads extends Omit<HeadMaps, "ms"> {
  readonly queries: readonly string[] | null;
}

const shapes = "[rows][columns], [heads][rows][columns] or [layers][heads][rows][columns]";

/**
 * Reads tokens, queries and weights that a page gave: as values, or as JSON; tokens also as a text with spaces between them.
 *
 * @throws Error if one is missing, or if the weights have another shape, are not numbers, or are not weights.
 */
export function readHeads(tokens: unknown, queries: unknown, weights: unknown): Heads {
  const words = readTokens("tokens", tokens);
  const asking = queries === undefined || queries === null ? null : readTokens("queries", queries);
  const given = typeof weights === "string" ? parsed("weights", weights) : weights;
  if (given === undefined || given === null)
    throw new Error(`weights is missing; it is ${shapes}, as JSON or as a property.`);
  const depth = rankOf(given);
  if (depth < 2 || depth > 4) throw new Error(`weights has ${depth} dimensions; it is ${shapes}.`);
  const layers = depth === 4 ? list(given) : [depth === 3 ? given : [given]];
  const heads = list(layers[0]).length;
  const numbers = layers.flatMap((layer, l) => {
    const at = depth === 4 ? `weights[${l}]` : "weights";
    const own = list(layer);
    if (own.length !== heads || heads === 0)
      throw new Error(`${at} has ${own.length} heads; every layer has as many, ${heads}, and at least one.`);
    return own.flatMap((head, h) => matrix(head, words, asking, depth === 2 ? at : `${at}[${h}]`));
  });
  return {
    tokens: words,
    queries: asking,
    layers: layers.length,
    heads,
    weights: Float32Array.from(numbers),
  };
}

function readTokens(name: "tokens" | "queries", given: unknown): readonly string[] {
  const isText = typeof given === "string" && !/^\s*\[/.test(given);
  const tokens = isText
    ? given.split(/\s+/).filter(Boolean)
    : typeof given === "string"
      ? parsed(name, given)
      : given;
  if (!Array.isArray(tokens) || tokens.length === 0 || tokens.some((token) => typeof token !== "string"))
    throw new Error(
      `${name} is missing or not a list of texts; write ${name}="the cat sat", or a list: ["the", " cat"].`,
    );
  return tokens;
}

function parsed(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const hint = /\b(NaN|Infinity)\b/.test(text) ? " It has NaN or Infinity, which are not weights." : "";
    throw new Error(`${name} is not JSON: ${error instanceof Error ? error.message : error}.${hint}`);
  }
}

/** A list, also a typed array. */
function list(value: unknown): readonly unknown[] {
  if (ArrayBuffer.isView(value) && Symbol.iterator in value) return Array.from(value as Float32Array);
  return Array.isArray(value) ? value : [];
}

const isList = (value: unknown): boolean => Array.isArray(value) || ArrayBuffer.isView(value);

function rankOf(value: unknown): number {
  return isList(value) ? 1 + rankOf(list(value)[0]) : 0;
}

/** The numbers of a head, row by row. */
function matrix(
  head: unknown,
  tokens: readonly string[],
  queries: readonly string[] | null,
  at: string,
): number[] {
  const rows = list(head);
  const asking = queries ?? tokens;
  if (rows.length !== asking.length)
    throw new Error(
      `${at} has ${rows.length} rows; there are ${asking.length} ${queries === null ? "tokens. Where rows are other tokens than columns, give them as queries" : "queries"}.`,
    );
  return rows.flatMap((row, i) => {
    const numbers = list(row);
    if (numbers.length !== tokens.length)
      throw new Error(`${at}[${i}] has ${numbers.length} columns; there are ${tokens.length} tokens.`);
    const weights = numbers.map((x, j) => weight(x, `${at}[${i}][${j}]`));
    const sum = weights.reduce((total, x) => total + x, 0);
    // Half precision rounds; and a row in which everything is masked adds up to 0.
    if (sum > 1.01)
      throw new Error(
        `${at}[${i}] adds up to ${sum.toFixed(2)}; a row of weights adds up to 1. Of scores, take the softmax of each row first.`,
      );
    return weights;
  });
}

function weight(x: unknown, at: string): number {
  if (typeof x !== "number" || !Number.isFinite(x))
    throw new Error(`${at} is ${typeof x === "string" ? `"${x}"` : String(x)}; a weight is a number.`);
  if (x < 0)
    throw new Error(`${at} is ${x}; a weight is at least 0. Of scores, take the softmax of each row first.`);
  return x;
}
