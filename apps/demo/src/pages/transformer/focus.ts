import { rowsOf } from "@saccade/figures/rows";
import {
  type AttentionName,
  isAttention,
  isCausal,
  layerOf,
  sidesOf,
} from "@saccade/figures/transformer-places";
import { firstShown, guided, type Look, type Vectors } from "./calls.ts";
import { endingOf, pronounOf } from "./language.ts";
import type { Place } from "./settings.ts";
import { allHeads, heads, headWidth } from "./switches.ts";

/** Where the page looks: a place, and in it a head, a query and a key, counted from 1; 0 for none. */
export interface Spot {
  readonly at: Place;
  readonly head: number;
  readonly query: number;
  readonly key: number;
}

export function isScore({ at, head, query, key }: Spot): boolean {
  return isAttention(at) && head > 0 && query > 0 && key > 0;
}

/** From 0, the whole model, to 4, one score. */
export function depthOf(spot: Spot): number {
  const { at, head } = spot;
  return [at !== "all", at.includes("."), isAttention(at) && head > 0, isScore(spot)].filter(Boolean).length;
}

/** One head and one query, that the sentences show; all counted from 0. */
export interface Focus {
  readonly attention: AttentionName;
  readonly head: number;
  readonly query: number;
  /** The query's weight on each key; null where it is masked. */
  readonly row: readonly (number | null)[];
}

/** The words of each side: the inputs of the encoder and the decoder. */
export function wordsOf(
  look: Look,
  attention: AttentionName,
): { queries: readonly string[]; keys: readonly string[] } {
  const { queries, keys } = sidesOf(attention);
  const of = (side: string): readonly string[] => (side === "source" ? look.source : look.fed);
  return { queries: of(queries), keys: of(keys) };
}

/** A sentence about the place, the head and the query that are chosen; where there is none, about the pronoun. */
export function focusOf(look: Look, { at, head, query }: Omit<Spot, "key">): Focus {
  const first =
    look.ask.net === "guided"
      ? ({ attention: "e2.self", head: guided.head } as const)
      : (answeringHead(look) ?? firstShown);
  const layer = layerOf(at);
  const attention = isAttention(at) ? at : layer === null ? first.attention : (`${layer}.self` as const);
  const { queries } = wordsOf(look, attention);
  const ownHead = attention === first.attention ? first.head : 0;
  const chosenHead = head > 0 ? Math.min(head, heads) - 1 : ownHead;
  const chosen = query > 0 ? Math.min(query, queries.length) - 1 : firstQuery(look, attention);
  return { attention, head: chosenHead, query: chosen, row: rowOf(look, attention, chosenHead, chosen) };
}

/**
 * The head that answers the page's question: of those that look mostly at the adjective as the decoder writes the pronoun, the one
 * whose breaking alone takes most of the pronoun's lead. null if none looks there.
 */
export function answeringHead(look: Look): Pick<Focus, "attention" | "head"> | null {
  const { pronoun, ask, weights, before } = look;
  const adjective = endingOf(ask.sentence);
  if (pronoun === null || adjective < 0) return null;
  const looking = allHeads
    .map((head, i) => ({ ...head, left: pronoun.alone[i]! }))
    .filter(
      ({ attention, head }) =>
        attention.endsWith("cross") &&
        strongest(rowOf(look, attention, head, pronoun.place, before ?? weights)) === adjective,
    );
  return looking.sort((a, b) => a.left - b.left)[0] ?? null;
}

/** The pronoun, or the decoder's input when it writes the pronoun. */
function firstQuery(look: Look, attention: AttentionName): number {
  const { queries } = sidesOf(attention);
  const at = queries === "source" ? look.source.indexOf("it") : pronounOf(look.target);
  return at < 0 ? 1 : at;
}

/** Whether a head is the guided one. */
export function isGuided({ ask }: Look, attention: AttentionName, head: number): boolean {
  return (
    ask.net === "guided" &&
    ask.positions !== "never" &&
    attention === `e${guided.layer + 1}.self` &&
    head === guided.head
  );
}

/** A head's weights, a row a query. */
export function matrixOf(
  look: Look,
  attention: AttentionName,
  head: number,
  weights: Look["weights"] = look.weights,
): Float32Array[] {
  return rowsOf(rowsOf(weights[attention], heads)[head]!, wordsOf(look, attention).queries.length);
}

export function rowOf(
  look: Look,
  attention: AttentionName,
  head: number,
  query: number,
  weights: Look["weights"] = look.weights,
): (number | null)[] {
  const row = matrixOf(look, attention, head, weights)[query] ?? [];
  return Array.from(row, (weight, key) => (isCausal(attention) && key > query ? null : weight));
}

/** The key that gets most. */
export function strongest(row: readonly (number | null)[]): number {
  return row.reduce<number>((best, weight, i) => ((weight ?? 0) > (row[best] ?? 0) ? i : best), 0);
}

/** The queries, keys or values of a head, a row a word. */
export function projected(
  { projections }: Vectors,
  attention: AttentionName,
  part: "q" | "k" | "v",
  head: number,
): Float32Array[] {
  const own = rowsOf(projections[attention][part], heads)[head]!;
  return rowsOf(own, own.length / headWidth);
}

/** The way from a query and a key to a weight. */
export interface Score {
  readonly q: readonly number[];
  readonly k: readonly number[];
  /** q times k, a number a dimension. */
  readonly products: readonly number[];
  /** Their sum. */
  readonly dot: number;
  /** The query's scores, dot / √d, a key each; null where it may not look. */
  readonly scores: readonly (number | null)[];
  /** exp(score − largest score); 0 where it may not look. */
  readonly exps: readonly number[];
  readonly total: number;
  /** The query's weights, as the attention gave them; null where it may not look. */
  readonly weights: readonly (number | null)[];
}

/** One score of a head; all counted from 0. */
export interface ScoreAt {
  readonly attention: AttentionName;
  readonly head: number;
  readonly query: number;
  readonly key: number;
}

export function scoreOf(look: Look, vectors: Vectors, { attention, head, query, key }: ScoreAt): Score {
  const q = [...projected(vectors, attention, "q", head)[query]!];
  const keys = projected(vectors, attention, "k", head);
  const times = (k: Float32Array): number[] => q.map((x, d) => x * k[d]!);
  const dots = keys.map((k) => sum(times(k)));
  const weights = rowOf(look, attention, head, query);
  const scores = dots.map((dot, j) => (weights[j] === null ? null : dot / Math.sqrt(headWidth)));
  const largest = Math.max(...scores.filter((score) => score !== null));
  const exps = scores.map((score) => (score === null ? 0 : Math.exp(score - largest)));
  const k = keys[key]!;
  return { q, k: [...k], products: times(k), dot: dots[key]!, scores, exps, total: sum(exps), weights };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
