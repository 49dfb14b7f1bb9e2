import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { tokenizerOf } from "./sources.ts";

/** What Hugging Face's own program makes of tiny files in the layouts of the Hub: fixtures/tokenizers.py. */
interface Case {
  readonly name: string;
  /** The case whose file this one changes. */
  readonly base?: string;
  readonly file: object;
  readonly texts: readonly {
    readonly text: string;
    readonly ids: readonly number[];
    readonly tokens: readonly string[];
    readonly decoded: string;
  }[];
}

const cases: readonly Case[] = JSON.parse(
  readFileSync(new URL("fixtures/tokenizers.json", import.meta.url), "utf8"),
);

// The library's decoder of bytes leaves out a byte order mark.
const withoutMark = (text: string): string => text.replaceAll("\uFEFF", "");

it.each(cases)("$name: the ids and texts of Hugging Face's own program", async ({ base, file, texts }) => {
  const tokenizer = await tokenizerOf({ ...cases.find(({ name }) => name === base)?.file, ...file });
  for (const { text, ids, tokens, decoded } of texts) {
    expect([text, tokenizer.encode(text)]).toEqual([text, ids]);
    expect([text, withoutMark(tokenizer.decode(ids))]).toEqual([text, withoutMark(decoded)]);
    expect(ids.map((id) => tokenizer.token(id))).toEqual(tokens);
    expect(tokens.map((token) => tokenizer.id(token))).toEqual(ids);
  }
});
