import { useBestBackend } from "../../work/backend.ts";
import { type CallsOf, serve } from "../../work/serve.ts";
import type { Language, TranslateAsk, Translation } from "./calls.ts";
import { readTranslator, type Translator, translate } from "./network.ts";
import type { Answer } from "./subwords/answer.ts";

const files: Readonly<Record<Language, URL>> = {
  fr: new URL("./en-fr.safetensors", import.meta.url),
  zh: new URL("./en-zh.safetensors", import.meta.url),
};
const translators = new Map<Language, Promise<Translator>>();

async function load(language: Language): Promise<Translator> {
  const found = await fetch(files[language]);
  if (!found.ok) throw new Error(`${files[language].pathname}: ${found.status}`);
  return readTranslator(new Uint8Array(await found.arrayBuffer()));
}

function translatorOf(language: Language): Promise<Translator> {
  const known = translators.get(language);
  if (known !== undefined) return known;
  const loading = load(language);
  translators.set(language, loading);
  // After a failure the next question tries again.
  loading.catch(() => translators.delete(language));
  return loading;
}

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
