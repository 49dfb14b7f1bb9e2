import { BytePairTokenizer } from "@saccade/datasets";
import { GPT } from "@saccade/models";
import { loadPretrained } from "@saccade/pretrained";
import { wordsCoder } from "./coders.ts";
import type { Trained } from "./job.ts";

/** The model of words that comes with the page, of the files of a checkpoint. */
export async function trainedOf(files: readonly File[]): Promise<Trained> {
  const { model } = await loadPretrained(files, { tokenizer: false });
  const tokenizer = await files.find(({ name }) => name === "tokenizer.json")?.text();
  if (!(model instanceof GPT)) throw new Error("The files of the model of words are of another model.");
  return { gpt: model, coder: wordsCoder(BytePairTokenizer.fromJSON(tokenizer)) };
}
