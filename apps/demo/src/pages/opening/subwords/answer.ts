import { editDistance } from "@saccade/tensor/checks";
import type { Translation } from "../calls.ts";
import { type English, ended, english, isWord, printed } from "./english.ts";
import { type Facts, readTranslator, type SubwordTranslator } from "./file.ts";
import { type Found, translate } from "./translate.ts";

/** Why a text is not translated. */
export type Reason = "tooLong" | "foreign" | "unknown" | "unsure";

/** What became of a text. */
export interface Answer {
  readonly translation: Translation;
  /** The translation as it is printed; empty where there is none. */
  readonly text: string;
  /** Of the whole, from 0 to 1; null where nothing was translated. */
  readonly certainty: number | null;
  readonly isSure: boolean;
  readonly refusal: { readonly reason: Reason; readonly words: readonly string[] } | null;
  /** Sentences that it can translate, the nearest first; none where the text was translated. */
  readonly nearest: readonly string[];
  /** The text's words and marks, and the most that are read. */
  readonly count: number;
  readonly most: number;
}

/** The most words and marks that are read. The training pairs have at most ten on either side. */
const longest = 12;

/** The translator in a file, ready to answer. @throws Error for bytes of another kind of file. */
export function opened(bytes: Uint8Array<ArrayBuffer>): { answer(text: string): Answer } {
  const translator = readTranslator(bytes);
  return { answer: (text) => answer(translator, text) };
}

/** Translates a text, or says why not, and which sentences are near. */
export function answer(translator: SubwordTranslator, text: string): Answer {
  const { facts } = translator;
  const read = english(text);
  const known = new Set(facts.words);
  const isKnown = (word: string): boolean => !isWord(word) || known.has(word.replace(/'s$/, ""));
  const lacking = read.words.filter((word) => !isKnown(word));
  const size = { count: read.words.length, most: longest };
  const refuse = (
    reason: Reason,
    words: readonly string[] = [],
    certainty: number | null = null,
  ): Answer => ({
    translation: { source: sourceOf(read.written), tokens: [], weights: [], probabilities: [] },
    text: "",
    certainty,
    isSure: false,
    refusal: { reason, words },
    nearest: nearest(translator, read, lacking),
    ...size,
  });
  if (read.words.length > longest) return refuse("tooLong");
  if (/[^\p{Script=Latin}\p{M}\p{N}\s,.!?'’&%$€£@-]/u.test(read.words.join(" "))) return refuse("foreign");
  if (2 * lacking.length > read.words.filter(isWord).length) return refuse("foreign", lacking);
  const found = best(translator, ended(read));
  // A name is copied, and so is a number; what is not copied was guessed.
  const guessed = read.words.filter(
    (word) => (!isKnown(word) || /\d/.test(word)) && !found.tokens.includes(word),
  );
  if (guessed.length > 0) return refuse("unknown", guessed);
  const doubted = Math.min(...(found.probabilities ?? [])) < facts.leastWord;
  if (found.certainty < facts.least || doubted) return refuse("unsure", [], found.certainty);
  const tokens = capitalized(found.tokens, [...facts.names, ...read.written]);
  const source = sourceOf([
    ...read.written,
    ...found.source.slice(read.written.length).map(({ text }) => text),
  ]);
  return {
    translation: { ...found, source, tokens },
    text: printed(tokens.slice(0, -1)),
    certainty: found.certainty,
    isSure: found.certainty >= facts.sure,
    refusal: null,
    nearest: [],
    ...size,
  };
}

function best(translator: SubwordTranslator, all: readonly (readonly string[])[]): Found {
  return all
    .map((words) => translate(translator, words))
    .reduce((a, b) => (b.certainty > a.certainty ? b : a));
}

const sourceOf = (words: readonly string[]) => words.map((text) => ({ text, known: true }));

/** The first word begins with a capital, and so do names, as they are written. */
function capitalized(tokens: readonly string[], written: readonly string[]): string[] {
  const names = new Map(
    written.filter((word) => /^\p{Lu}\p{Ll}/u.test(word)).map((word) => [word.toLowerCase(), word]),
  );
  return tokens.map((token, i) => {
    const name = token
      .split("'")
      .map((part) => names.get(part) ?? part)
      .join("'");
    return i === 0 && !token.startsWith("<") ? name.charAt(0).toUpperCase() + name.slice(1) : name;
  });
}

/** The text with what it lacks replaced by the nearest words, if that can be translated, and sentences with most of its words. */
function nearest(translator: SubwordTranslator, read: English, lacking: readonly string[]): string[] {
  const { facts } = translator;
  const mended = read.written.map((word, i) =>
    lacking.includes(read.words[i]!) ? nearWord(read.words[i]!, facts) : word,
  );
  const others = similar(read.words, facts);
  if (lacking.length === 0 || mended.length > longest || mended.includes(undefined)) return others;
  const text = mended.join(" ");
  return best(translator, ended(english(text))).certainty >= facts.sure
    ? [printed(english(text).written), ...others]
    : others;
}

/** The most frequent of the words that are nearest, by one mistake, or two in a long word; a short one may be any. Letters that changed places are one. */
function nearWord(word: string, { words }: Facts): string | undefined {
  const letters = (text: string): string => [...text].sort().join("");
  const most = word.length < 4 ? 0 : word.length < 6 ? 1 : 2;
  const near = words
    .filter((other) => Math.abs(other.length - word.length) <= most)
    .map((other) => ({
      other,
      mistakes: letters(other) === letters(word) ? 1 : editDistance(word, other),
    }));
  const fewest = near.reduce((min, { mistakes }) => Math.min(min, mistakes), most + 1);
  return near.find(({ mistakes }) => mistakes === fewest && fewest <= most)?.other;
}

/** The sentences that share most words, the rarer the more; of those that share none, the first. */
function similar(words: readonly string[], { words: known, sentences }: Facts): string[] {
  const rank = new Map(known.map((word, i) => [word, i]));
  const weigh = (list: readonly string[]): number =>
    list.reduce((sum, word) => sum + Math.log(2 + (rank.get(word) ?? known.length)), 0);
  const own = [...new Set(words.filter(isWord))];
  const scored = sentences.map((sentence) => {
    const others = new Set(english(sentence).words.filter(isWord));
    const shared = weigh(own.filter((word) => others.has(word)));
    return { sentence, score: shared / (weigh(own) + weigh([...others]) - shared) };
  });
  return scored
    .toSorted((a, b) => b.score - a.score)
    .slice(0, 2)
    .map(({ sentence }) => sentence);
}
