import { createHash } from "node:crypto";
import { BytePairTokenizer, parsePairs, tokenizePairs, Vocab } from "@saccade/datasets";
import { seededRandom, shuffled } from "../random.ts";
import { UsageError } from "../usage.ts";
import type { Settings } from "./settings.ts";

/** One language: its subwords, learned from the training pairs, and their ids. */
export interface Language {
  readonly tokenizer: BytePairTokenizer;
  readonly vocab: Vocab;
}

/** A pair as subword ids, each side with `<eos>`. */
export interface Pair {
  readonly source: readonly number[];
  readonly target: readonly number[];
}

/** A held-out pair; its words are what BLEU compares. */
export interface HeldOut extends Pair {
  readonly sourceWords: readonly string[];
  readonly targetWords: readonly string[];
}

/** The training pairs and the held-out ones, of which no source sentence is trained on. */
export interface FraEng {
  readonly source: Language;
  readonly target: Language;
  readonly train: readonly Pair[];
  readonly test: readonly HeldOut[];
  /** Pairs in the text, and those that are short enough. */
  readonly counts: { readonly read: number; readonly used: number };
  /** Names the data: a checkpoint fits no other. */
  readonly digest: string;
}

/** A pair as lower-case words, marks apart. */
export interface Words {
  readonly source: readonly string[];
  readonly target: readonly string[];
}

/** The pairs of a run as words. */
export interface Drawn {
  /** All pairs of the text. */
  readonly all: readonly Words[];
  /** Those that are short enough, in the order of the draw. */
  readonly used: readonly Words[];
  readonly train: readonly Words[];
  /** One pair of each sentence that is held out. */
  readonly test: readonly Words[];
}

/**
 * Draws training and held-out pairs from a text of `English<TAB>French` lines, evenly: such files are sorted by length. The
 * draw is the same for every seed of a run, so that all runs are measured on the same sentences.
 *
 * @throws CorpusError naming the line that holds no pair; UsageError for too few pairs.
 */
export function drawPairs(text: string, file: string, settings: Settings): Drawn {
  const { pairs, test, words } = settings;
  const parsed = tokenizePairs(parsePairs(text, { file }));
  const all = parsed.source.map((source, i): Words => ({ source, target: parsed.target[i]! }));
  const short = all.filter(({ source, target }) => Math.max(source.length, target.length) <= words);
  const used = shuffled(short, seededRandom(0));
  const held = new Map<string, Words>();
  for (const pair of used) {
    if (held.size === test) break;
    const sentence = pair.source.join(" ");
    if (!held.has(sentence)) held.set(sentence, pair);
  }
  const train = used.filter(({ source }) => !held.has(source.join(" "))).slice(0, pairs);
  if (held.size < test || train.length < pairs)
    throw new UsageError(
      `${file} has ${train.length} pairs of at most ${words} words to train on and ${held.size} to hold out; ask for fewer than --pairs ${pairs} and --test ${test}.`,
    );
  return { all, used, train, test: [...held.values()] };
}

/** The pairs of {@link drawPairs} as ids of subwords, which are learned from the training pairs. */
export function fraEngData(text: string, file: string, settings: Settings): FraEng {
  const { vocab } = settings;
  const { all, used, train, test } = drawPairs(text, file, settings);
  const source = learn(
    train.map((pair) => pair.source),
    vocab,
  );
  const target = learn(
    train.map((pair) => pair.target),
    vocab,
  );
  const numbered = (pair: Words): Pair => ({
    source: encode(source, pair.source),
    target: encode(target, pair.target),
  });
  const data = {
    source,
    target,
    train: train.map(numbered),
    test: test.map((pair) => ({
      ...numbered(pair),
      sourceWords: pair.source,
      targetWords: pair.target,
    })),
  };
  const digest = createHash("sha256")
    .update(JSON.stringify([data.train, data.test]))
    .digest("hex");
  return { ...data, counts: { read: all.length, used: used.length }, digest };
}

function learn(sentences: readonly (readonly string[])[], vocabSize: number): Language {
  const tokenizer = BytePairTokenizer.train(sentences.map(textOf), { vocabSize, specialTokens: [] });
  const tokens = sentences.map((words) => subwords(tokenizer, words));
  return { tokenizer, vocab: new Vocab(tokens, { reservedTokens: ["<pad>", "<bos>", "<eos>"] }) };
}

// A space before each word: it has the same subwords everywhere.
function textOf(words: readonly string[]): string {
  return ` ${words.join(" ")}`;
}

/** The subwords of a sentence, as the tokenizer writes them. */
export function subwords(tokenizer: BytePairTokenizer, words: readonly string[]): string[] {
  return tokenizer.encode(textOf(words)).map((id) => tokenizer.idToToken(id));
}

function encode({ tokenizer, vocab }: Language, words: readonly string[]): number[] {
  return [...vocab.indices(subwords(tokenizer, words)), vocab.index("<eos>")];
}

/** The text of ids up to `<eos>`, words apart by single spaces. */
export function decode({ tokenizer, vocab }: Language, ids: readonly number[]): string {
  const end = ids.indexOf(vocab.index("<eos>"));
  const known = vocab
    .toTokens(end < 0 ? ids : ids.slice(0, end))
    .flatMap((token) => tokenizer.tokenToId(token) ?? []); // special tokens are no text
  return tokenizer.decode(known).trim();
}
