import { freemem } from "node:os";
import { type LoadPretrainedOptions, loadPretrained, type Pretrained } from "../load/load-pretrained.ts";
import { openFolder } from "./open-folder.ts";

/**
 * Loads a checkpoint from a folder, as `loadPretrained` does from files. Unless `memoryLimit` is given, weights may take
 * the memory that the system says is available.
 *
 * @param folder the path of a folder
 * @throws PretrainedError for files that are missing or damaged, another architecture, and weights that do not fit.
 * @example
 * await savePretrainedFolder("tiny", new GPT({ vocabSize: 16, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 }));
 * (await loadPretrainedFolder("tiny")).modelType // "gpt2"
 */
export async function loadPretrainedFolder(
  folder: string,
  options: LoadPretrainedOptions = {},
): Promise<Pretrained> {
  const files = await openFolder(folder);
  return loadPretrained(files, { ...options, memoryLimit: options.memoryLimit ?? availableMemory() });
}

// Node has its own word for it since 20.13.
function availableMemory(): number {
  return process.availableMemory?.() ?? freemem();
}
