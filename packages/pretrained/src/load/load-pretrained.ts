import type { Bert, GPT } from "@saccade/models";
import { skipInit } from "@saccade/nn";
import { dispose, OutOfMemoryError } from "@saccade/tensor";
import * as c from "@saccade/tensor/contract";
import { ConfigReader, type ModelConfig } from "../architecture/architecture.ts";
import { type ModelPlan, planOf } from "../architecture/architectures.ts";
import { messageOf, PretrainedError } from "../errors.ts";
import { type CheckpointFolder, folderOf } from "../files/fetch.ts";
import { findFiles, readJson } from "../files/find.ts";
import type { PretrainedFile } from "../files/source.ts";
import type { PretrainedTokenizer } from "../tokenizer/loaded-tokenizer.ts";
import { readTokenizer } from "../tokenizer/read-tokenizer.ts";
import { checkMemory, hostMemory, matchWeights, outOfMemory, readShards } from "./match.ts";
import { Pace, readWeights, weightsOf } from "./read-weights.ts";

const loadOptions = c.options(
  "loadPretrained",
  {
    /** The start of the files' names, such as "gpt2" for gpt2.config.json. Default: found. */
    name: c.text(),
    /** Called as weights arrive, with the bytes so far and in all. */
    progress: c.callable<(loaded: number, total: number) => void>(),
    /** Stops the load. */
    signal: c.instanceOf("an AbortSignal", AbortSignal),
    /** Whether tokenizer.json is read, which needs the package @huggingface/tokenizers. Default true. */
    tokenizer: c.flag(true),
    /**
     * How the weights of linear layers and the table of tokens are kept: in 16 bits they are constant, and take half the memory.
     * Default "float32".
     */
    weights: c.oneOf(["float32", "bfloat16", "float16"], "float32"),
    /** The bytes that the weights may take. Default: the host's free memory, if it is known. */
    memoryLimit: c.whole(undefined, { min: 0 }),
    /** The bytes that config.json, an index and each of the tokenizer's files may have, decompressed. Default 64 MiB. */
    jsonLimit: c.whole(64 * 2 ** 20, { min: 1 }),
  },
  {
    example: "loadPretrained(files, { progress: (loaded, total) => console.log(loaded / total) })",
    renamed: { onProgress: "write progress", progressCallback: "write progress", dtype: "write weights" },
  },
);

/** Options of {@link loadPretrained}. */
export interface LoadPretrainedOptions extends c.OptionsOf<typeof loadOptions> {}

/** A checkpoint in memory. */
export interface Pretrained {
  /** In eval mode: a GPT for GPT-2 and Llama shapes, a Bert for BERT's. */
  readonly model: GPT | Bert;
  /** "gpt2", "llama" or "bert". */
  readonly modelType: string;
  /** The contents of config.json. */
  readonly config: ModelConfig;
  /** null where there is no tokenizer.json, or it was not wanted. */
  readonly tokenizer: PretrainedTokenizer | null;
  /** Weights of the files that nothing needs: buffers, those of heads for other tasks, and second names of one weight. */
  readonly ignored: readonly string[];
  /** The prefix of the model's own names in the files, such as "transformer."; "" for none. */
  readonly prefix: string;
}

/**
 * Loads a checkpoint of GPT-2, BERT or Llama shape under Hugging Face's names: config.json, model.safetensors (or shards
 * with an index) and tokenizer.json. Everything is checked before weights are read; weights are read once, front to back,
 * in pieces, and become float32 unless `weights` specifies another format. A failed load frees all memory.
 *
 * @param files a list of files, such as a page's `input.files`, or the URL of a folder; folders on a disk are opened
 * by `loadPretrainedFolder` in "@saccade/pretrained/node"
 * @throws PretrainedError for files that are missing or damaged, another architecture, and weights that do not fit;
 * ArgumentError for anything else than files; the signal's reason when it is aborted.
 * @example
 * const { config, weights } = savePretrained(new GPT({ vocabSize: 16, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 }));
 * const { model } = await loadPretrained([new File([config], "config.json"), new File([weights], "model.safetensors")]);
 * model.forward(tensor([[3, 5]], { dtype: "int32" })).shape // [1, 2, 16]
 */
export async function loadPretrained(
  files: Iterable<PretrainedFile> | ArrayLike<PretrainedFile> | string | URL,
  given: LoadPretrainedOptions = {},
): Promise<Pretrained> {
  const settings = loadOptions(given);
  settings.signal?.throwIfAborted();
  const folder = folderOf(loadOptions.what, files, settings.signal);
  try {
    return await loadFrom(folder, settings);
  } finally {
    await folder.close();
  }
}

async function loadFrom(
  folder: CheckpointFolder,
  given: c.SettingsOf<typeof loadOptions>,
): Promise<Pretrained> {
  const { signal, memoryLimit = hostMemory(), weights, progress } = given;
  const how = { signal, limit: given.jsonLimit };
  const found = await findFiles(folder, given.name, how);
  const config = new ConfigReader(found.config.name, await readJson(found.config, how));
  const shards = await readShards(found, signal);
  let model: GPT | Bert | undefined;
  try {
    const places = shards.flatMap(({ tensors }) => tensors);
    const names = places.map((place) => place.name);
    const plan = planOf(config, { names, weights });
    const match = matchWeights(plan, places, found.config.name);
    checkMemory(plan, memoryLimit);
    const { tokenizer: file, tokenizerConfig } = found;
    const tokenizer =
      given.tokenizer && file !== null
        ? await readTokenizer({ tokenizer: file, tokenizerConfig }, plan.settings.vocabSize, how)
        : null;
    const pace = new Pace();
    await pace.turn();
    model = makeModel(plan, found.config.name);
    await pace.turn();
    await readWeights(model, shards, match.slots, { progress, signal, pace });
    const { ignored, prefix } = match;
    const { type: modelType } = plan.architecture;
    return { model: model.eval(), modelType, config: config.values, tokenizer, ignored, prefix };
  } catch (error) {
    if (model !== undefined) for (const { tensor } of weightsOf(model).values()) dispose(tensor);
    throw error;
  } finally {
    for (const { reader } of shards) await reader?.close();
  }
}

// Memory is allocated here, before weights are read, and freed again if it does not suffice.
function makeModel(plan: ModelPlan, file: string): GPT | Bert {
  try {
    return skipInit(() => plan.architecture.make(plan.settings));
  } catch (error) {
    if (error instanceof OutOfMemoryError) throw outOfMemory(plan, error);
    throw new PretrainedError(`${file}: ${messageOf(error)}`, { cause: error });
  }
}
