import { ArgumentError } from "@saccade/tensor";
import { badArgument } from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";

/** A target word and the source word that it translates, by their positions: a row and a column of the weights. */
export type Link = readonly [target: number, source: number];

const position = c.whole(undefined, { min: 0 });
const isLink = (value: unknown): value is Link =>
  Array.isArray(value) && value.length === 2 && value.every((one) => position.holds(one));
const links = { ...c.listOf(c.rule("[target, source], two positions", isLink)), must: "an array of links" };
const weights = { ...c.listOf(c.listOf(c.number())), must: "numbers (target tokens, source tokens)" };
const tokens = c.required({ ...c.listOf(c.text()), must: "an array of tokens" });

const gold = {
  /** The links that all annotators agree on. */
  sure: c.required(links),
  /** Links that are not wrong, though not required. The sure ones may be among them. */
  possible: links,
};
const found = {
  /** The links that were found. */
  links: c.required(links),
  ...gold,
};
const weighed = {
  /** (target words, source words), each row a target word's. */
  weights: c.required(weights),
  /** Of each target word, whether it is a content word: a noun, a verb or an adjective. */
  content: c.required({ ...c.listOf(c.flag()), must: "an array of true and false" }),
  ...gold,
};

/** The gold alignment of a sentence pair. */
export interface GoldAlignment extends c.Given<typeof gold> {}

/** A predicted alignment and the gold one. */
export interface FoundAlignment extends c.Given<typeof found> {}

/** Attention weights of a sentence pair, and its gold alignment. */
export interface WeighedAlignment extends c.Given<typeof weighed> {}

/* @__NO_SIDE_EFFECTS__ */
function corpusOf<const R extends c.Rules>(must: string, fields: R) {
  const pairs = c.listOf(c.objectOf(`an object with ${must} and sure links`, fields));
  return { corpus: c.required({ ...pairs, must: "an array of sentence pairs" }) };
}

const linksCall = c.signature(
  "alignmentLinks",
  { weights: c.required(weights), source: tokens, target: tokens },
  "alignmentLinks(weights, source, target)",
);
const errorRateCall = c.signature(
  "alignmentErrorRate",
  corpusOf("links", found),
  "alignmentErrorRate([{ links: [[0, 0]], sure: [[0, 0]] }])",
);
const contentCall = c.signature(
  "contentWeight",
  corpusOf("weights, content", weighed),
  "contentWeight([{ weights: [[1]], content: [true], sure: [[0, 0]] }])",
);

/**
 * One link for each target word: the source word with the most weight. `<eos>` and other special tokens, and tokens
 * without a letter or digit, such as punctuation, have no links.
 *
 * @param weights attention weights (target tokens, source tokens); rows or columns beyond the tokens are ignored
 * @throws ArgumentError if there are fewer rows or columns than tokens.
 * @example alignmentLinks([[0.1, 0.7, 0.2]], ["the", "cat", "."], ["chat"]) // [[0, 1]]
 */
export function alignmentLinks(
  weights: readonly (readonly number[])[],
  source: readonly string[],
  target: readonly string[],
): Link[] {
  linksCall([weights, source, target]);
  checkRows("alignmentLinks", weights, target.length, source.length);
  const words = positions(source, isWord);
  if (words.length === 0) return [];
  return positions(target, isWord).map((t): Link => {
    const row = weights[t]!;
    return [t, words.reduce((best, s) => (row[s]! > row[best]! ? s : best))];
  });
}

/** Whether a token is a word: neither special, such as `<eos>`, nor without a letter or digit. */
function isWord(token: string): boolean {
  return !/^<.*>$/.test(token) && /[\p{L}\p{N}]/u.test(token);
}

function positions<T>(list: readonly T[], wanted: (item: T) => boolean): number[] {
  return list.flatMap((item, i) => (wanted(item) ? [i] : []));
}

/**
 * The alignment error rate of a corpus, 1 − (|A ∩ S| + |A ∩ P|) / (|A| + |S|), A the links found, S the sure ones, P the
 * sure and the possible ones (Och & Ney 2003): 0 if all sure links are found and no wrong ones, at most 1.
 *
 * @throws ArgumentError for a corpus without links.
 * @example alignmentErrorRate([{ links: [[0, 0], [1, 2]], sure: [[0, 0]], possible: [[1, 1]] }]) // 0.3333
 */
export function alignmentErrorRate(corpus: readonly FoundAlignment[]): number {
  errorRateCall([corpus]);
  let right = 0;
  let total = 0;
  for (const { links, sure, possible = [] } of corpus) {
    const [found, required, allowed] = [setOf(links), setOf(sure), setOf(possible)];
    for (const link of found) right += required.has(link) ? 2 : allowed.has(link) ? 1 : 0;
    total += found.size + required.size;
  }
  if (total > 0) return 1 - right / total;
  throw new ArgumentError("alignmentErrorRate: the corpus has no links, neither found nor sure.");
}

/**
 * The attention of content words to the words that they translate: the mean, over content words with a sure link, of the
 * weight on their sure links, from 0 to 1.
 *
 * @throws ArgumentError for links beyond the weights, or a corpus without content words.
 * @example contentWeight([{ weights: [[0.2, 0.8]], content: [true], sure: [[0, 1]] }]) // 0.8
 */
export function contentWeight(corpus: readonly WeighedAlignment[]): number {
  contentCall([corpus]);
  let sum = 0;
  let count = 0;
  for (const { weights, content, sure } of corpus) {
    const all = Array.from(setOf(sure), (link) => link.split(" ").map(Number) as [number, number]);
    const own = all.filter(([t]) => content[t] === true);
    const [rows, columns] = [own.map(([t]) => t + 1), own.map(([, s]) => s + 1)];
    checkRows("contentWeight", weights, Math.max(0, ...rows), Math.max(0, ...columns));
    for (const [t, s] of own) sum += weights[t]![s]!;
    count += new Set(rows).size;
  }
  if (count > 0) return sum / count;
  throw new ArgumentError("contentWeight: the corpus has no content word with a sure link.");
}

function checkRows(
  what: string,
  weights: readonly (readonly number[])[],
  rows: number,
  columns: number,
): void {
  const short = weights.slice(0, rows).findIndex((row) => row.length < columns);
  if (weights.length >= rows && short < 0) return;
  const rule = `numbers (target tokens, source tokens), at least (${rows}, ${columns})`;
  throw badArgument(what, short < 0 ? "weights" : `weights[${short}]`, rule, weights[short] ?? weights);
}

/** Links as "target source", each once. */
function setOf(links: readonly Link[]): Set<string> {
  return new Set(links.map(([target, source]) => `${target} ${source}`));
}
