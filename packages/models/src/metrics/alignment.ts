import { ArgumentError } from "@saccade/tensor";
import { badArgument, checkInteger, checkNumber, refuseExtra } from "@saccade/tensor/backend";
import { isListOf, isText } from "../contract/check-options.ts";

/** A target word and the source word that it translates, by their positions: a row and a column of the weights. */
export type Link = readonly [target: number, source: number];

/** The gold alignment of a sentence pair. */
export interface GoldAlignment {
  /** The pairs [source word, target word] that all annotators agree on. */
  readonly sure: readonly Link[];
  /** Links that are not wrong, though not required. The sure ones may be among them. */
  readonly possible?: readonly Link[] | undefined;
}

/** An alignment that was found, beside the gold one. */
export interface FoundAlignment extends GoldAlignment {
  /** The pairs [source word, target word] that were found. */
  readonly links: readonly Link[];
}

/** Attention weights of a sentence pair, beside its gold alignment. */
export interface WeighedAlignment extends GoldAlignment {
  /** (target words, source words), each row a target word's. */
  readonly weights: readonly (readonly number[])[];
  /** Of each target word, whether it is a content word: a noun, a verb or an adjective. */
  readonly content: readonly boolean[];
}

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
  refuseExtra("alignmentLinks", arguments, 3);
  checkTokenList("alignmentLinks", "source", source);
  checkTokenList("alignmentLinks", "target", target);
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
 * @throws ArgumentError for links that are not pairs of positions, or a corpus without links.
 * @example alignmentErrorRate([{ links: [[0, 0], [1, 2]], sure: [[0, 0]], possible: [[1, 1]] }]) // 0.3333
 */
export function alignmentErrorRate(corpus: readonly FoundAlignment[]): number {
  refuseExtra("alignmentErrorRate", arguments, 1);
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
 * @throws ArgumentError for links beyond the weights, or a corpus without content words.
 * @example contentWeight([{ weights: [[0.2, 0.8]], content: [true], sure: [[0, 1]] }]) // 0.8
 */
export function contentWeight(corpus: readonly WeighedAlignment[]): number {
  refuseExtra("contentWeight", arguments, 1);
  const what = "contentWeight";
  checkCorpus(what, corpus);
  let sum = 0;
  let count = 0;
  for (const [i, { weights, content, sure }] of corpus.entries()) {
    if (!isListOf(content, (flag) => typeof flag === "boolean"))
      throw badArgument(what, `corpus[${i}].content`, "an array of true and false", content);
    const links = [...sureSet(what, i, sure)].map((link) => link.split(" ").map(Number));
    const own = links.filter(([t]) => content[t!] === true);
    checkRows(
      what,
      weights,
      1 + Math.max(-1, ...own.map(([t]) => t!)),
      1 + Math.max(-1, ...own.map(([, s]) => s!)),
    );
    for (const [t, s] of own) sum += weights[t!]![s!]!;
    count += new Set(own.map(([t]) => t)).size;
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
  if (isListOf(tokens, isText)) return;
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

/** Links as "target source", each once. */
function linkSet(what: string, name: string, links: unknown): Set<string> {
  if (!Array.isArray(links)) throw badArgument(what, name, "an array of links [target, source]", links);
  return new Set(
    Array.from(links, (link: unknown) => {
      if (!Array.isArray(link) || link.length !== 2)
        throw badArgument(what, `a link of ${name}`, "[target, source], two positions", link);
      const [target, source] = link;
      checkInteger(what, `a target of ${name}`, target, 0);
      checkInteger(what, `a source of ${name}`, source, 0);
      return `${target} ${source}`;
    }),
  );
}
