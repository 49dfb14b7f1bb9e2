import { BytePairTokenizer, embeddedCorpus, parsePairs, tokenizePairs, Vocab } from "@saccade/datasets";

/** Entries that are learned: merges of byte pairs, or the most frequent words. */
export const sizes: readonly number[] = [0, 10, 20, 40, 70, 100, 150, 200, 300, 400, 500];

/** Sentences that are not in the text. */
export const sentences = {
  known: "my brother likes the sea .",
  rare: "the teacher forgot her umbrella .",
  invented: "the robots repaired my bicycles .",
} as const;
export type SentenceName = keyof typeof sentences;

interface Learned {
  readonly tokenizer: BytePairTokenizer;
  /** All words, the most frequent first. */
  readonly words: readonly string[];
  /** One sentence of ten, which the other two have not seen. */
  readonly heldOut: readonly (readonly string[])[];
}

let learned: Learned | undefined;

/** Learns from the library's own English sentences, once. */
export function learn(): Learned {
  if (learned !== undefined) return learned;
  const { source } = tokenizePairs(parsePairs(embeddedCorpus()));
  const train = source.filter((_, i) => i % 10 !== 0);
  const vocabSize = 256 + sizes.at(-1)!;
  learned = {
    tokenizer: BytePairTokenizer.train(train.map(textOf), { vocabSize, specialTokens: [] }),
    words: new Vocab(train).tokens.slice(1), // without <unk>
    heldOut: source.filter((_, i) => i % 10 === 0),
  };
  return learned;
}

/** A word as it is cut, and whether a vocabulary of words has it. */
export interface Cut {
  readonly word: string;
  readonly parts: readonly string[];
  readonly known: boolean;
}

/** The words of a sentence with so many merges, and so many words. */
export function cut(sentence: readonly string[], size: number): Cut[] {
  const tokenizer = withMerges(size);
  const known = new Set(learn().words.slice(0, size));
  return sentence.map((word) => ({ word, parts: partsOf(tokenizer, word), known: known.has(word) }));
}

/** Of the held-out sentences. */
export interface Measured {
  readonly size: number;
  readonly subwordsPerWord: number;
  /** The share of words that are not among the most frequent ones. */
  readonly unknown: number;
}

export function measure(): Measured[] {
  const words = learn().heldOut.flat();
  return sizes.map((size) => {
    const cuts = cut(words, size);
    return {
      size,
      subwordsPerWord: cuts.reduce((sum, { parts }) => sum + parts.length, 0) / words.length,
      unknown: cuts.filter(({ known }) => !known).length / words.length,
    };
  });
}

// A file with fewer merges is a tokenizer that stopped earlier.
function withMerges(count: number): BytePairTokenizer {
  const json = learn().tokenizer.toJSON();
  return BytePairTokenizer.fromJSON({
    ...json,
    model: { ...json.model, merges: json.model.merges.slice(0, count) },
  });
}

/** The parts of a word with the space before it, which is shown as "·". */
function partsOf(tokenizer: BytePairTokenizer, word: string): string[] {
  return tokenizer.encode(textOf([word])).map((id) => tokenizer.decode([id]).replace(" ", "·"));
}

function textOf(words: readonly string[]): string {
  return ` ${words.join(" ")}`;
}
