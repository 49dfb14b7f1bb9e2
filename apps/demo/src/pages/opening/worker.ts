import { useBestBackend } from "../../work/backend.ts";
import { fetchBytes, loadedOnce } from "../../work/fetched.ts";
import { type CallsOf, serve } from "../../work/serve.ts";
import type { Language, TranslateAsk, Translation } from "./calls.ts";
import { readTranslator, translate } from "./network.ts";
import type { Answer } from "./subwords/answer.ts";

const files: Readonly<Record<Language, URL>> = {
  fr: new URL("./en-fr.safetensors", import.meta.url),
  zh: new URL("./en-zh.safetensors", import.meta.url),
};
const translatorOf = loadedOnce(async (language: Language) =>
  readTranslator(await fetchBytes(files[language])),
);

let larger: { answer(text: string): Answer } | undefined;

const calls = {
  /** Opens the larger translator, from the bytes of its file. */
  async open(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const { opened } = await import("./subwords/answer.ts");
    larger = opened(bytes);
  },
  answer(text: string): Answer {
    if (larger === undefined) throw new Error("the larger translator is not open");
    return larger.answer(text);
  },
  translate: async ({ language, words }: TranslateAsk): Promise<Translation> =>
    translate(await translatorOf(language), words),
};
export type OpeningCalls = CallsOf<typeof calls>;

serve<OpeningCalls>(self, calls, useBestBackend());
