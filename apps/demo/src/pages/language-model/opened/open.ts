import { GPT } from "@saccade/models";
import { loadPretrained, type Pretrained } from "@saccade/pretrained";
import { idsCoder, type LineCoder, tokenizerCoder } from "../coders.ts";
import type { OpenAsk, OpenedFacts } from "./calls.ts";
import { bytesOf, sorted, survey } from "./files.ts";
import { maskedHeadOf } from "./mask-lens.ts";
import { OpenedModel } from "./opened-model.ts";

/** The bytes of weights that fit into WebAssembly's memory, with room left for computing. */
const memoryLimit = 3_500_000_000;

const targets: Readonly<Record<OpenedFacts["modelType"], readonly string[]>> = {
  gpt2: ["c_attn", "attn.c_proj", "c_fc", "mlp.c_proj"],
  llama: ["q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj"],
  bert: ["query", "key", "value", "attention.output.dense", "intermediate.dense"],
};
const defaultTargets: typeof targets = {
  gpt2: ["c_attn"],
  llama: ["q_proj", "v_proj"],
  bert: ["query", "value"],
};

type Progress = (loaded: number, total: number) => void;

/**
 * Opens a model, with the adapter that came with it.
 *
 * @throws PretrainedError for files that cannot be opened
 */
export async function openFiles(ask: OpenAsk, progress: Progress): Promise<OpenedModel> {
  const { weights } = ask;
  const { model: files, adapter } = sorted(ask.files);
  const loaded = await loadPretrained(files, { weights, progress, memoryLimit });
  const opened = await fromFiles(loaded, { files, weights });
  if (adapter.length > 0) opened.attach(await bytesOf(adapter));
  return opened;
}

async function fromFiles(
  { model, modelType, tokenizer, config, ignored }: Pretrained,
  { files, weights }: OpenAsk,
): Promise<OpenedModel> {
  const { vocabSize } = model.settings;
  const { numbers, bytes } = await survey(files, ignored);
  const size = { parameters: numbers, bytes: bytes[weights] };
  const id = (name: string): number | null => {
    const value = config[name];
    return Number.isInteger(value) && Number(value) >= 0 && Number(value) < vocabSize ? Number(value) : null;
  };
  const end = id("eos_token_id");
  const start = id("bos_token_id") ?? end ?? 0;
  const coder: LineCoder =
    tokenizer === null ? idsCoder(vocabSize, start) : tokenizerCoder(tokenizer, { start, end });
  const type = modelType === "llama" ? "llama" : "gpt2";
  const name = typeof config["_name_or_path"] === "string" ? config["_name_or_path"] : null;
  if (model instanceof GPT) {
    const facts = { ...factsOf(model, type), ...size, coder: coder.kind, ignored, masked: null };
    return new OpenedModel({ model, coder, facts, head: null, name });
  }
  const head = maskedHeadOf(model);
  const mask = maskToken(tokenizer) ?? id("mask_token_id");
  if (mask === null)
    throw new Error(
      "Neither config.json (mask_token_id) nor tokenizer.json ([MASK] or <mask>) says which token is the mask.",
    );
  const masked = { head: model.maskedHead !== null, mask, maskText: coder.show(mask) };
  const facts = { ...factsOf(model, "bert"), ...size, coder: coder.kind, ignored, masked };
  return new OpenedModel({ model, coder, facts, head, name });
}

/** The token that the tokenizer calls a mask. Another one would be a guess. */
function maskToken(tokenizer: Pretrained["tokenizer"]): number | null {
  const ids = ["[MASK]", "<mask>"].map((token) => tokenizer?.id(token) ?? null);
  return ids.find((id) => id !== null) ?? null;
}

function factsOf(
  model: Pretrained["model"],
  modelType: OpenedFacts["modelType"],
): Omit<OpenedFacts, "adapter" | "coder" | "ignored" | "masked"> {
  const { numLayers: layers, numHeads: heads, maxLen, vocabSize, dModel } = model.settings;
  const parameters = model.numParameters();
  return {
    modelType,
    parameters,
    bytes: 4 * parameters,
    layers,
    heads,
    kvHeads: model instanceof GPT ? model.settings.numKvHeads : heads,
    maxLen,
    readLen: readLengthOf({ layers, heads, maxLen }),
    vocabSize,
    targets: targets[modelType],
    defaultTargets: defaultTargets[modelType],
    learningRate: dModel <= 128 ? 1e-2 : 1e-3,
  };
}

/** Weights of all heads on one text that the page keeps and draws: 64 MB of them. */
const mostWeights = 2 ** 24;
/** More would be read more slowly than one types. */
const longest = 1024;

/** Tokens that the page reads at most: the model's own length, or less where all heads' weights on them would take too much. */
export function readLengthOf({
  layers,
  heads,
  maxLen,
}: Pick<OpenedFacts, "layers" | "heads" | "maxLen">): number {
  return Math.min(maxLen, longest, Math.floor(Math.sqrt(mostWeights / (layers * heads))));
}
