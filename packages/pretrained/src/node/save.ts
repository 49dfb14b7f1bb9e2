import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Bert, GPT } from "@saccade/attention";
import { writeFileAtomic } from "@saccade/nn/node";
import { badArgument } from "@saccade/tensor/backend";
import { messageOf, PretrainedError } from "../errors.ts";
import { type SavePretrainedOptions, savePretrained } from "../save/save-pretrained.ts";

/**
 * Writes a model's config.json and model.safetensors to a folder, which is made if it is missing. Each file is replaced
 * atomically; other files of the folder, such as tokenizer.json, stay.
 *
 * @throws PretrainedError naming an option of the model that none of Hugging Face's architectures has, or where the
 * folder cannot be made; FileError where it cannot be written; ArgumentError for another model.
 * @example
 * await savePretrainedFolder("tiny", new GPT({ vocabSize: 16, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 }));
 * (await loadPretrainedFolder("tiny")).modelType // "gpt2"
 */
export async function savePretrainedFolder(
  folder: string,
  model: GPT | Bert,
  options: SavePretrainedOptions = {},
): Promise<void> {
  if (typeof folder !== "string" || folder === "") {
    throw badArgument("savePretrainedFolder", "folder", "the path of a folder, a string", folder);
  }
  const { config, weights } = savePretrained(model, options);
  try {
    await mkdir(folder, { recursive: true });
  } catch (error) {
    throw new PretrainedError(
      `savePretrainedFolder: the folder ${folder} cannot be made (${messageOf(error)}).`,
      {
        cause: error,
      },
    );
  }
  await writeFileAtomic(join(folder, "model.safetensors"), weights);
  await writeFileAtomic(join(folder, "config.json"), config);
}
