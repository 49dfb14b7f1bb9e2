import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { makeJob } from "@saccade/demo/translator";
import start from "@saccade/demo/translator-start" with { type: "json" };
import { referenceBackend, setBackend } from "@saccade/tensor";

/** A sentence, its translation, and how much each word of the translation attended to each word of the sentence. */
export interface Scene {
  readonly source: readonly string[];
  readonly target: readonly string[];
  /** (target, source), without the sentence's end. */
  readonly weights: readonly (readonly number[])[];
}

/** The film's content, and the number of the translator's parameters. */
export interface Story {
  readonly scenes: readonly Scene[];
  readonly parameters: number;
}

/** Translates sentences with the weights of the demo. The reference backend gives the same numbers on every machine. */
export async function translateAll(sentences: readonly string[]): Promise<Story> {
  setBackend(referenceBackend());
  const { trainer, queries } = makeJob({ ...start.settings, pairs: null, name: "" }, null);
  const path = fileURLToPath(import.meta.resolve("@saccade/demo/translator.safetensors"));
  await trainer.load(await readFile(path));
  const scenes = sentences.map((sentence): Scene => {
    const { source, tokens, weights } = queries.translate({ sentence, prefix: [] });
    const unknown = source.find(({ known }) => !known);
    if (unknown !== undefined) throw new Error(`the translator does not know "${unknown.text}"`);
    if (tokens.at(-1) !== "<eos>") throw new Error(`the translation of "${sentence}" does not end`);
    const rows = weights.slice(0, -1).map((row) => row.slice(0, -1));
    return {
      source: source.slice(0, -1).map(({ text }) => text),
      target: tokens.slice(0, -1),
      weights: rows,
    };
  });
  return { scenes, parameters: queries.facts().parameters };
}
