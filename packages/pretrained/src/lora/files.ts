import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { readFileBytes, writeFileAtomic } from "@saccade/nn/node";
import type { Lora, LoraFiles } from "./lora.ts";
import { CONFIG_FILE, type SaveLoraOptions, TENSORS_FILE } from "./peft.ts";

/**
 * Writes only the adapters to a folder, which is made if it is missing, as PEFT's adapter_config.json and
 * adapter_model.safetensors. Each file is replaced as a whole or not at all.
 *
 * @throws FileError if the files cannot be written; ArgumentError for an unknown option.
 * @example
 * const newModel = () => new GPT({ vocabSize: 16, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 });
 * await saveLora("adapter", addLora(newModel(), { rank: 2 }), { baseModel: "gpt2" });
 * loadLora(newModel(), await readLora("adapter")).numParameters() // 64
 */
export async function saveLora(folder: string, lora: Lora, options: SaveLoraOptions = {}): Promise<void> {
  const files = lora.save(options);
  await mkdir(folder, { recursive: true });
  await writeFileAtomic(join(folder, TENSORS_FILE), files[TENSORS_FILE]);
  await writeFileAtomic(join(folder, CONFIG_FILE), files[CONFIG_FILE]);
}

/**
 * Reads the two files of a folder that {@link saveLora} or PEFT wrote, for `loadLora`.
 *
 * @throws FileError if one cannot be read.
 * @example
 * const newModel = () => new GPT({ vocabSize: 16, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 });
 * await saveLora("adapter", addLora(newModel(), { rank: 2 }), { baseModel: "gpt2" });
 * loadLora(newModel(), await readLora("adapter")).numParameters() // 64
 */
export async function readLora(folder: string): Promise<LoraFiles> {
  return {
    [CONFIG_FILE]: await readFileBytes(join(folder, CONFIG_FILE)),
    [TENSORS_FILE]: await readFileBytes(join(folder, TENSORS_FILE)),
  };
}
