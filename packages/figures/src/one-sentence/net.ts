import { Transformer } from "@saccade/models";
import type { Tensor } from "@saccade/tensor";
import { tensorOfIds } from "../ui/ids.ts";

// A grammar of 48 English phrases and their French translations: the noun's gender decides the article and the adjective.

export const articles = ["the", "a"] as const;
export const colors = ["blue", "green", "black", "white"] as const;
export const nouns = ["car", "house", "table", "dog", "book", "cat"] as const;

export interface Phrase {
  readonly article: (typeof articles)[number];
  readonly color: (typeof colors)[number];
  readonly noun: (typeof nouns)[number];
}

type Forms = readonly [masculine: string, feminine: string];
const articleForms: Readonly<Record<Phrase["article"], Forms>> = { the: ["le", "la"], a: ["un", "une"] };
const colorForms: Readonly<Record<Phrase["color"], Forms>> = {
  blue: ["bleu", "bleue"],
  green: ["vert", "verte"],
  black: ["noir", "noire"],
  white: ["blanc", "blanche"],
};
const french: Readonly<Record<Phrase["noun"], readonly [noun: string, gender: 0 | 1]>> = {
  car: ["voiture", 1],
  house: ["maison", 1],
  table: ["table", 1],
  dog: ["chien", 0],
  book: ["livre", 0],
  cat: ["chat", 0],
};

export const englishOf = ({ article, color, noun }: Phrase): string[] => [article, color, noun, "<eos>"];

export function frenchOf({ article, color, noun }: Phrase): string[] {
  const [word, gender] = french[noun];
  return [articleForms[article][gender], word, colorForms[color][gender], "<eos>"];
}

export const phrases: readonly Phrase[] = articles.flatMap((article) =>
  colors.flatMap((color) => nouns.map((noun) => ({ article, color, noun }))),
);

/**
 * One of the phrases, such as "the green house".
 *
 * @throws Error for another sentence.
 */
export function sentenceOf(text: string): Phrase {
  const words = text.trim().split(/\s+/).join(" ");
  const found = phrases.find(({ article, color, noun }) => `${article} ${color} ${noun}` === words);
  if (found === undefined)
    throw new Error(
      `sentence is "${text}"; the network knows an article (${articles.join(", ")}), a colour (${colors.join(", ")}) and a noun (${nouns.join(", ")}), such as "the green house".`,
    );
  return found;
}

export const source: readonly string[] = [...new Set(phrases.flatMap(englishOf))];
export const target: readonly string[] = ["<bos>", ...new Set(phrases.flatMap(frenchOf))];

/** The decoder's input when it writes a translation. */
export const fedOf = (translation: readonly string[]): string[] => ["<bos>", ...translation.slice(0, -1)];

/** (b, n) int32 */
export function idsOf(rows: readonly (readonly string[])[], words: readonly string[]): Tensor {
  return tensorOfIds(rows.map((row) => row.map((word) => words.indexOf(word))));
}

export const width = 16;
export const heads = 2;

/** One layer a side. */
export function makeNet(): Transformer {
  return new Transformer({
    srcVocabSize: source.length,
    tgtVocabSize: target.length,
    dModel: width,
    numHeads: heads,
    numLayers: 1,
    dropout: 0,
  });
}
