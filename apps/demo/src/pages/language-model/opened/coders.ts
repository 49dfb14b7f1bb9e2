import type { PretrainedTokenizer } from "@saccade/pretrained";
import { Alphabet } from "../alphabet.ts";
import type { Coder } from "../lens.ts";
import type { CoderKind } from "./calls.ts";

/** Text to tokens and back, for a model that was opened. */
export interface LineCoder extends Coder {
  readonly kind: CoderKind;
  /** What ends a line; null for nothing. */
  readonly end: number | null;
  /** A line as it is trained on, with its end. */
  line(text: string): readonly number[];
}

/** What cannot be seen gets a sign. */
export function visible(text: string): string {
  return text.replaceAll("\n", "⏎").replaceAll("\t", "⇥").replace(/^ | $/g, "␣");
}

/** The tokens that a tokenizer.json names as added, by id: decoding leaves the special ones out. */
export function addedTokens(content: unknown): ReadonlyMap<number, string> {
  const { added_tokens: list }: { added_tokens?: unknown } = Object(content);
  const found = new Map<number, string>();
  for (const entry of Array.isArray(list) ? list : []) {
    const { id, content: text }: { id?: unknown; content?: unknown } = Object(entry);
    if (typeof id === "number" && typeof text === "string") found.set(id, text);
  }
  return found;
}

interface Ends {
  /** Stands where there is no text yet. */
  readonly start: number;
  readonly end: number | null;
}

export function tokenizerCoder(
  tokenizer: PretrainedTokenizer,
  added: ReadonlyMap<number, string>,
  { start, end }: Ends,
): LineCoder {
  return {
    kind: "tokenizer",
    encode: (text) => ({ ids: text === "" ? [] : tokenizer.encode(text), unknown: [] }),
    decode: (ids) => tokenizer.decode(ids),
    show: (id) => added.get(id) ?? (visible(tokenizer.decode([id])) || `#${id}`),
    line: (text) => [...tokenizer.encode(text), ...(end === null ? [] : [end])],
    start,
    end,
  };
}

/** Token ids with spaces between, for a model without a tokenizer. */
export function idsCoder(vocabSize: number): LineCoder {
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
    encode,
    decode: (ids) => ids.join(" "),
    show: String,
    line: (text) => encode(text).ids,
    start: 0,
    end: null,
  };
}

/** One token a character of a text. */
export function charactersCoder(text: string): LineCoder {
  const alphabet = new Alphabet(text);
  const start = Math.max(0, alphabet.characters.indexOf("\n"));
  return {
    kind: "characters",
    encode: (line) => alphabet.encode(line),
    decode: (ids) => alphabet.decode(ids),
    show: (id) => visible(alphabet.decode([id])),
    line: (line) => [...alphabet.encode(line).ids, start],
    start,
    end: start,
  };
}
