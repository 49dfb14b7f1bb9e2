import { mkdir, open, readdir, stat } from "node:fs/promises";
import { freemem } from "node:os";
import { join } from "node:path";
import type { Bert, GPT } from "@saccade/models";
import { readFileBytes, writeFileAtomic } from "@saccade/nn/node";
import { badArgument } from "@saccade/tensor/checks";
import { messageOf, PretrainedError } from "../errors.ts";
import type { PretrainedFile } from "../files/source.ts";
import { type LoadPretrainedOptions, loadPretrained, type Pretrained } from "../load/load-pretrained.ts";
import type { Lora, LoraFiles } from "../lora/lora.ts";
import { CONFIG_FILE, type SaveLoraOptions, TENSORS_FILE } from "../lora/peft.ts";
import { type SavePretrainedOptions, savePretrained } from "../save/save-pretrained.ts";

// Models and adapters in folders, for Node.

/**
 * Loads a checkpoint from a folder, as `loadPretrained` does from files. Unless `memoryLimit` is given, weights may take
 * the memory that the system reports as available.
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
  const memory = process.availableMemory?.() ?? freemem(); // availableMemory is new in Node 20.13
  return loadPretrained(files, { ...options, memoryLimit: options.memoryLimit ?? memory });
}

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
  checkPath("savePretrainedFolder", "folder", folder);
  const { config, weights } = savePretrained(model, options);
  try {
    await mkdir(folder, { recursive: true });
  } catch (error) {
    const message = `savePretrainedFolder: the folder ${folder} cannot be made (${messageOf(error)}).`;
    throw new PretrainedError(message, { cause: error });
  }
  await writeFileAtomic(join(folder, "model.safetensors"), weights);
  await writeFileAtomic(join(folder, "config.json"), config);
}

/**
 * The files of a folder, for `loadPretrained` and others that take a page's files. Nothing is read yet.
 *
 * @throws PretrainedError unless there is a folder at `path` that can be read; ArgumentError unless it is a string.
 * @example
 * await savePretrainedFolder("tiny", new GPT({ vocabSize: 16, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 }));
 * (await openFolder("tiny")).map(({ name }) => name) // ["config.json", "model.safetensors"]
 */
export async function openFolder(path: string): Promise<PretrainedFile[]> {
  checkPath("openFolder", "path", path);
  try {
    const entries = await readdir(path);
    const files = await Promise.all(entries.sort().map((name) => fileIn(path, name)));
    return files.filter((file) => file !== null);
  } catch (error) {
    const message = `openFolder: there is no folder to read at ${path} (${messageOf(error)}).`;
    throw new PretrainedError(message, { cause: error });
  }
}

function checkPath(what: string, name: string, path: unknown): void {
  if (typeof path !== "string" || path === "")
    throw badArgument(what, name, "the path of a folder, a string", path);
}

async function fileIn(folder: string, name: string): Promise<PretrainedFile | null> {
  const path = join(folder, name);
  // A link to a file that is gone counts as a missing file.
  const status = await stat(path).catch(() => null);
  if (!status?.isFile()) return null;
  const slice: PretrainedFile["slice"] = (start, end) => ({ arrayBuffer: () => readPart(path, start, end) });
  return { name, size: status.size, slice };
}

async function readPart(path: string, start: number, end: number): Promise<ArrayBuffer> {
  const bytes = new Uint8Array(end - start);
  const file = await open(path, "r");
  try {
    let at = 0;
    while (at < bytes.length) {
      const { bytesRead } = await file.read(bytes, at, bytes.length - at, start + at);
      if (bytesRead === 0) break; // The file was truncated since it was opened; the reader reports it.
      at += bytesRead;
    }
    return at === bytes.length ? bytes.buffer : bytes.buffer.slice(0, at);
  } finally {
    await file.close();
  }
}

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
