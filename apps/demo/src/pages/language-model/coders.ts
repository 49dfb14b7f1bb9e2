import type { BytePairTokenizer } from "@saccade/datasets";
import type { Coder } from "@saccade/figures/language-model/lens";
import type { PretrainedTokenizer } from "@saccade/pretrained";

/** How a text becomes tokens. */
export type CoderKind = "tokenizer" | "ids";

/** Text to tokens and back, and the lines of a text as they are trained on. */
export interface LineCoder extends Coder {
  readonly kind: CoderKind;
  /** The token that ends a line; null for none. */
  readonly end: number | null;
  /** A line as it is trained on, with its end. */
  line(text: string): readonly number[];
}

/** Signs for characters that cannot be seen. */
function visible(text: string): string {
  return text.replaceAll("\n", "⏎").replaceAll("\t", "⇥").replace(/^ | $/g, "␣");
}

interface Ends {
  /** The placeholder for an empty text. */
  readonly start: number;
  readonly end: number | null;
}

/** Tokenizers' names for an unknown word. */
const unknownTokens: readonly string[] = ["[UNK]", "<unk>"];

export function tokenizerCoder(tokenizer: PretrainedTokenizer, { start, end }: Ends): LineCoder {
  const unknownAs = unknownTokens.find((token) => tokenizer.id(token) !== null) ?? null;
  const unknownId = unknownAs === null ? null : tokenizer.id(unknownAs);
  const isUnknown = (ids: readonly number[]): boolean => unknownId !== null && ids.includes(unknownId);
  return {
    kind: "tokenizer",
    unknownAs,
    encode: (text) => {
      if (unknownAs === null) return withoutUnknown(tokenizer, text);
      const ids = text === "" ? [] : tokenizer.encode(text);
      const words = isUnknown(ids) ? text.split(/\s+/) : [];
      const unknown = words.filter((word) => word !== unknownAs && isUnknown(tokenizer.encode(word)));
      return { ids, unknown: [...new Set(unknown)] };
    },
    decode: (ids) => tokenizer.decode(ids),
    show: (id) => shown(tokenizer, id),
    line: (text) => [...tokenizer.encode(text), ...(end === null ? [] : [end])],
    start,
    end,
  };
}

// A tokenizer without an unknown token has none for some characters, unless it knows every byte.
function withoutUnknown(tokenizer: PretrainedTokenizer, text: string): ReturnType<Coder["encode"]> {
  const parts = text.split(/(\s+)/);
  const unknown = parts.filter((part) => !canEncode(tokenizer, part));
  const known = unknown.length === 0 ? text : parts.filter((part) => !unknown.includes(part)).join("");
  return { ids: known === "" ? [] : tokenizer.encode(known), unknown: [...new Set(unknown)] };
}

function canEncode(tokenizer: PretrainedTokenizer, text: string): boolean {
  try {
    tokenizer.encode(text);
    return true;
  } catch {
    return false;
  }
}

// Decoding a single token loses the space before it, if it is written ▁, and special tokens altogether.
function shown(tokenizer: PretrainedTokenizer, id: number): string {
  const token = tokenizer.token(id);
  if (token === null) return `#${id}`;
  const text = tokenizer.decode([id]);
  if (text === "" && !token.startsWith("▁")) return token;
  return visible(token.startsWith("▁") && !text.startsWith(" ") ? ` ${text}` : text);
}

/** Token ids with spaces between, for a model without a tokenizer. */
export function idsCoder(vocabSize: number, start: number): LineCoder {
  const encode: Coder["encode"] = (text) => {
    const words = text.split(/[\s,]+/).filter((word) => word !== "");
    const isId = (word: string): boolean => /^\d+$/.test(word) && Number(word) < vocabSize;
    return {
      ids: words.filter(isId).map(Number),
      unknown: [...new Set(words.filter((word) => !isId(word)))],
    };
  };
  return {
    kind: "ids",
    unknownAs: null,
    encode,
    decode: (ids) => ids.join(" "),
    show: String,
    line: (text) => encode(text).ids,
    start,
    end: null,
  };
}

/** The token of characters that are too rare to have one. */
const rare = "□";
const most = 500;

/** The tokens of the page's own model. */
export interface OwnCoder extends Coder {
  readonly vocabSize: number;
}

/** Words with the space before them; rare ones in parts, so that no text is unknown. */
export function wordsCoder(tokenizer: BytePairTokenizer): OwnCoder {
  const decode = (ids: readonly number[]): string => tokenizer.decode(ids);
  return {
    vocabSize: tokenizer.vocabSize,
    unknownAs: null,
    // A space at the end is the beginning of the word that comes.
    encode: (text) => ({ ids: tokenizer.encode(text.replace(/ +$/, "")), unknown: [] }),
    decode,
    show: (id) => visible(decode([id]).replace(/^ (?=.)/, "")),
    start: tokenizer.encode("\n")[0]!,
  };
}

/** Whether most letters of a text are Chinese, which has no spaces between words: its characters are its tokens. */
export function isChinese(text: string): boolean {
  return 2 * (text.match(/\p{Script=Han}/gu)?.length ?? 0) > (text.match(/\p{L}/gu)?.length ?? 0);
}

/** One token a character: the characters of a text, the frequent ones first. Rare ones become □ where there is such a token. */
export function charactersCoder(text: string): OwnCoder & { readonly characters: readonly string[] } {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  // Those of equal count in the order of their code points, so that the same text gives the same ids everywhere.
  const sorted = [...counts]
    .sort(([a, countA], [b, countB]) => countB - countA || a.codePointAt(0)! - b.codePointAt(0)!)
    .map(([character]) => character);
  const characters = sorted.length <= most ? sorted : [...sorted.slice(0, most - 1), rare];
  const ids = new Map(characters.map((character, id) => [character, id]));
  const decode = (some: readonly number[]): string => some.map((id) => characters[id] ?? "").join("");
  return {
    characters,
    vocabSize: characters.length,
    unknownAs: null,
    encode: (line) => {
      const all = Array.from(line, (character) => ({ character, id: ids.get(character) ?? ids.get(rare) }));
      const unknown = all.filter(({ id }) => id === undefined).map(({ character }) => character);
      return { ids: all.flatMap(({ id }) => id ?? []), unknown: [...new Set(unknown)] };
    },
    decode,
    show: (id) => visible(decode([id])),
    start: Math.max(0, characters.indexOf("\n")),
  };
}
