import { ArgumentError } from "@saccade/tensor";
import { badArgument, checkInteger, checkNumber } from "@saccade/tensor/backend";

/** A source word and the target word that translates it, by their positions. */
export type Link = readonly [source: number, target: number];

/** The gold alignment of a sentence pair. */
export interface GoldAlignment {
  readonly sure: readonly Link[];
  /** Links that are neither required nor wrong, beyond the sure ones. */
  readonly possible?: readonly Link[] | undefined;
}

/** An alignment that was found, beside the gold one. */
export interface FoundAlignment extends GoldAlignment {
  readonly links: readonly Link[];
}

/** Attention weights of a sentence pair, beside its gold alignment. */
export interface WeighedAlignment extends GoldAlignment {
  /** (target words, source words), each row a target word's. */
  readonly weights: readonly (readonly number[])[];
  /** Positions of the target's content words: nouns, verbs, adjectives. */
  readonly content: readonly number[];
}

/**
 * One link for each target word: the source word with the most weight. `<eos>` and other special tokens, and tokens
 * without a letter or digit, such as punctuation, have no links.
 *
 * @param weights attention weights (target tokens, source tokens); rows or columns beyond the tokens are ignored
 * @throws ArgumentError if there are fewer rows or columns than tokens.
 * @example alignmentLinks([[0.1, 0.7, 0.2]], ["the", "cat", "."], ["chat"]); // [[1, 0]]
 */
export function alignmentLinks(
  weights: readonly (readonly number[])[],
  source: readonly string[],
  target: readonly string[],
): Link[] {
  checkTokenList("alignmentLinks", "source", source);
  checkTokenList("alignmentLinks", "target", target);
  checkRows("alignmentLinks", weights, target.length, source.length);
  const words = positions(source, isWord);
  if (words.length === 0) return [];
  return positions(target, isWord).map((t): Link => {
    const row = weights[t]!;
    return [words.reduce((best, s) => (row[s]! > row[best]! ? s : best)), t];
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
 * sure and the possible ones (Och & Ney 2003, equation 22): 0 if all sure links are found and no wrong ones, at most 1.
 *
 * @throws ArgumentError for links that are not pairs of positions, or a corpus without links.
 * @example alignmentErrorRate([{ links: [[0, 0], [1, 2]], sure: [[0, 0]], possible: [[1, 1]] }]); // 1 − 2 / 3
 */
export function alignmentErrorRate(corpus: readonly FoundAlignment[]): number {
  const what = "alignmentErrorRate";
  checkCorpus(what, corpus);
  let right = 0;
  let total = 0;
  for (const [i, { links, sure, possible = [] }] of corpus.entries()) {
    const [found, required] = [linkSet(what, `corpus[${i}].links`, links), sureSet(what, i, sure)];
    const allowed = linkSet(what, `corpus[${i}].possible`, possible);
    for (const link of found) right += required.has(link) ? 2 : allowed.has(link) ? 1 : 0;
    total += found.size + required.size;
  }
  if (total === 0) throw new ArgumentError(`${what}: the corpus has no links, neither found nor sure.`);
  return 1 - right / total;
}

/**
 * How much attention content words pay to what they translate: the mean, over content words with a sure link, of the
 * weight on their sure links, from 0 to 1.
 *
 * @throws ArgumentError for links or positions beyond the weights, or a corpus without content words.
 * @example contentWeight([{ weights: [[0.2, 0.8]], content: [0], sure: [[1, 0]] }]); // 0.8
 */
export function contentWeight(corpus: readonly WeighedAlignment[]): number {
  const what = "contentWeight";
  checkCorpus(what, corpus);
  let sum = 0;
  let count = 0;
  for (const [i, { weights, content, sure }] of corpus.entries()) {
    if (!Array.isArray(content))
      throw badArgument(what, `corpus[${i}].content`, "an array of positions", content);
    for (const word of content) checkInteger(what, `a position of corpus[${i}].content`, word, 0);
    const links = [...sureSet(what, i, sure)].map((link) => link.split(" ").map(Number));
    const [rows, columns] = [1 + Math.max(-1, ...content), 1 + Math.max(-1, ...links.map(([s]) => s!))];
    checkRows(what, weights, rows, columns);
    for (const word of content) {
      const own = links.filter(([, t]) => t === word);
      if (own.length === 0) continue;
      sum += own.reduce((weight, [s]) => weight + weights[word]![s!]!, 0);
      count++;
    }
  }
  if (count === 0) throw new ArgumentError(`${what}: the corpus has no content word with a sure link.`);
  return sum / count;
}

function checkCorpus(what: string, corpus: unknown): void {
  if (!Array.isArray(corpus)) throw badArgument(what, "corpus", "an array of sentence pairs", corpus);
  for (const [i, pair] of corpus.entries()) {
    if (typeof pair !== "object" || pair === null)
      throw badArgument(what, `corpus[${i}]`, "an object with sure links", pair);
  }
}

function checkTokenList(what: string, name: string, tokens: unknown): void {
  if (Array.isArray(tokens) && tokens.every((token) => typeof token === "string")) return;
  throw badArgument(what, name, "an array of tokens", tokens);
}

function checkRows(what: string, weights: unknown, rows: number, columns: number): void {
  const rule = `numbers (target tokens, source tokens), at least (${rows}, ${columns})`;
  if (!Array.isArray(weights) || weights.length < rows) throw badArgument(what, "weights", rule, weights);
  for (const [t, row] of weights.slice(0, rows).entries()) {
    if (!Array.isArray(row) || row.length < columns)
      throw badArgument(what, `weights[${t}]`, `at least ${columns} numbers`, row);
    for (const weight of row) checkNumber(what, `a weight of weights[${t}]`, weight);
  }
}

const sureSet = (what: string, i: number, sure: unknown): Set<string> =>
  linkSet(what, `corpus[${i}].sure`, sure);

/** Links as "source target", each once. */
function linkSet(what: string, name: string, links: unknown): Set<string> {
  if (!Array.isArray(links)) throw badArgument(what, name, "an array of links [source, target]", links);
  return new Set(
    links.map((link: unknown) => {
      if (!Array.isArray(link) || link.length !== 2)
        throw badArgument(what, `a link of ${name}`, "[source, target], two positions", link);
      const [source, target] = link;
      checkInteger(what, `a source of ${name}`, source, 0);
      checkInteger(what, `a target of ${name}`, target, 0);
      return `${source} ${target}`;
    }),
  );
}
