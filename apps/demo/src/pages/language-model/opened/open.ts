import { GPT } from "@saccade/models";
import { readSafetensorsHeader, type SafetensorsPlace } from "@saccade/nn";
import { loadPretrained, type Pretrained } from "@saccade/pretrained";
import { idsCoder, type LineCoder, tokenizerCoder } from "../coders.ts";
import type { OpenedFacts } from "./calls.ts";
import { sorted } from "./files.ts";
import { maskedHeadOf } from "./mask-lens.ts";
import { OpenedModel } from "./opened-model.ts";

/** The bytes of weights that fit into WebAssembly's memory, with room left for computing. */
const memoryLimit = 3_500_000_000;
/** The bytes of weights up to which they are float32. */
const mostInFull = 1_500_000_000;

/**
 * Opens a model, with the adapter that came with it. The matrices of a model that would take more than `most` bytes as
 * float32 are kept as bfloat16.
 *
 * @throws PretrainedError for files that cannot be opened
 */
export async function openFiles(
  given: readonly File[],
  progress: (loaded: number, total: number) => void = () => {},
  most: number = mostInFull,
): Promise<OpenedModel> {
  const { model: files, adapter } = sorted(given);
  const places = await placesOf(files);
  const weights = sumOf(places, 4, 4) > most ? "bfloat16" : "float32";
  const loaded = await loadPretrained(files, { weights, progress, memoryLimit });
  const counted = places.filter(({ name }) => !loaded.ignored.includes(name));
  const opened = fromFiles(loaded, {
    parameters: sumOf(counted, 1, 1),
    bytes: sumOf(counted, weights === "bfloat16" ? 2 : 4, 4),
  });
  if (adapter.length > 0) opened.attach(await bytesOf(adapter));
  return opened;
}

/** The weights that files name in their headers; none of damaged files, which are explained when they are opened. */
async function placesOf(files: readonly File[]): Promise<SafetensorsPlace[]> {
  const headers = files
    .filter(({ name }) => name.endsWith(".safetensors"))
    .map(async (file) => {
      let at = 0;
      const read = async (length: number): Promise<Uint8Array> => {
        const piece = await file.slice(at, at + length).arrayBuffer();
        at += length;
        return new Uint8Array(piece);
      };
      return (await readSafetensorsHeader(read, file.size)).tensors;
    });
  return (await Promise.all(headers.map((header) => header.catch(() => [])))).flat();
}

/** A sum over all numbers: biases and norms count `ofOther`, since they are never halved. */
function sumOf(places: readonly SafetensorsPlace[], ofMatrix: number, ofOther: number): number {
  return places.reduce((total, { shape }) => {
    const numbers = shape.reduce((a, b) => a * b, 1);
    return total + numbers * (shape.length === 2 ? ofMatrix : ofOther);
  }, 0);
}

/** The contents of files by name. */
export async function bytesOf(files: readonly File[]): Promise<Record<string, Uint8Array<ArrayBuffer>>> {
  const entries = await Promise.all(
    files.map(async (file) => [file.name, new Uint8Array(await file.arrayBuffer())] as const),
  );
  return Object.fromEntries(entries);
}

function fromFiles(
  { model, modelType, tokenizer, config, ignored }: Pretrained,
  size: Pick<OpenedFacts, "parameters" | "bytes">,
): OpenedModel {
  const { vocabSize } = model.settings;
  const id = (name: string): number | null => {
    const value = config[name];
    return Number.isInteger(value) && Number(value) >= 0 && Number(value) < vocabSize ? Number(value) : null;
  };
  const end = id("eos_token_id");
  const start = id("bos_token_id") ?? end ?? 0;
  const coder: LineCoder =
    tokenizer === null ? idsCoder(vocabSize, start) : tokenizerCoder(tokenizer, { start, end });
  const name = typeof config["_name_or_path"] === "string" ? config["_name_or_path"] : null;
  const facts = { ...factsOf(model, modelType), ...size, coder: coder.kind, ignored };
  if (model instanceof GPT)
    return new OpenedModel({ model, coder, facts: { ...facts, masked: null }, head: null, name });
  const mask = maskToken(tokenizer);
  if (mask === null)
    throw new Error(
      "No tokenizer.json with the token [MASK] or <mask> says which token is the mask. Add the tokenizer.json that was saved with the model; the other files are remembered.",
    );
  const masked = { head: model.maskedHead !== null, mask, maskText: coder.show(mask) };
  return new OpenedModel({ model, coder, facts: { ...facts, masked }, head: maskedHeadOf(model), name });
}

/** The token that the tokenizer calls a mask. Another one would be a guess. */
function maskToken(tokenizer: Pretrained["tokenizer"]): number | null {
  const ids = ["[MASK]", "<mask>"].map((token) => tokenizer?.id(token) ?? null);
  return ids.find((id) => id !== null) ?? null;
}

function factsOf(
  model: Pretrained["model"],
  modelType: string,
): Omit<OpenedFacts, "adapter" | "coder" | "ignored" | "masked" | "parameters" | "bytes"> {
  const { numLayers: layers, numHeads: heads, maxLen, vocabSize, dModel } = model.settings;
  return {
    modelType: model instanceof GPT ? (modelType === "llama" ? "llama" : "gpt2") : "bert",
    layers,
    heads,
    kvHeads: model instanceof GPT ? model.settings.numKvHeads : heads,
    maxLen,
    readLen: Math.min(maxLen, longest),
    vocabSize,
    learningRate: dModel <= 128 ? 1e-2 : 1e-3,
  };
}

/** Tokens that the page reads at most, of a model that could read more: they are read more slowly than one types. */
const longest = 1024;
