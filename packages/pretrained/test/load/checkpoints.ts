import { Bert, GPT } from "@saccade/models";
import { decodeSafetensors, encodeSafetensors, type SafetensorsInput } from "@saccade/nn";
import { dispose, memory, scope, type Tensor, tensor } from "@saccade/tensor";
import { expect } from "vitest";
import {
  PretrainedError,
  type PretrainedFile,
  type SavePretrainedOptions,
  savePretrained,
} from "../../src/index.ts";

/** Files in memory, by name. */
export type Files = Record<string, Uint8Array | string | object>;

/** What a page's `input.files` would give. */
export function filesOf(files: Files): PretrainedFile[] {
  return Object.entries(files).map(([name, content]) => {
    const bytes = content instanceof Uint8Array ? content : textOf(content);
    return new File([new Uint8Array(bytes)], name);
  });
}

export function textOf(content: string | object): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(typeof content === "string" ? content : JSON.stringify(content));
}

export const jsonOf = (bytes: Uint8Array) => JSON.parse(new TextDecoder().decode(bytes));

/** The error of a call that must be refused by name, without leaving a tensor. */
export async function refusal(call: () => unknown): Promise<PretrainedError> {
  const before = liveTensors();
  const error: unknown = await (async () => call())().catch((reason: unknown) => reason);
  // Fewer where tensors of another test were collected meanwhile.
  expect(liveTensors()).toBeLessThanOrEqual(before);
  if (error instanceof PretrainedError) return error;
  throw error instanceof Error ? error : new Error("nothing was refused");
}

/** The files of a model under Hugging Face's names. */
export function saved(model: GPT | Bert, options?: SavePretrainedOptions): Record<string, Uint8Array> {
  const { config, weights } = savePretrained(model, options);
  return { "config.json": config, "model.safetensors": weights };
}

export type Entries = Map<string, SafetensorsInput>;

/** The weights of a file, to be changed and written again by {@link encode}. */
export function entriesOf(bytes: Uint8Array): Entries {
  const entries = [...decodeSafetensors(bytes).tensors].map(
    ([name, { dtype, shape, bytes: data }]): [string, SafetensorsInput] => [name, { dtype, shape, data }],
  );
  return new Map(entries);
}

export function encode(entries: Iterable<readonly [string, SafetensorsInput]>): Uint8Array {
  return encodeSafetensors(entries, { format: "pt" });
}

/** Two shards and their index. */
export function sharded(bytes: Uint8Array): Files {
  const entries = [...entriesOf(bytes)];
  const half = Math.ceil(entries.length / 2);
  const parts = [entries.slice(0, half), entries.slice(half)];
  const name = (i: number): string => `model-0000${i + 1}-of-00002.safetensors`;
  const map = parts.flatMap((part, i) => part.map(([weight]) => [weight, name(i)]));
  return {
    [name(0)]: encode(parts[0]!),
    [name(1)]: encode(parts[1]!),
    "model.safetensors.index.json": { metadata: {}, weight_map: Object.fromEntries(map) },
  };
}

export const ids: Tensor = tensor(
  [
    [3, 1, 4, 1],
    [5, 9, 2, 6],
  ],
  { dtype: "int32" },
);

/** All numbers that a model gives. */
export function outputs(model: GPT | Bert): number[][] {
  return scope(() => {
    if (model instanceof Bert) {
      const { lastHiddenState, poolerOutput } = model.forward(ids);
      const pooled = poolerOutput ? [poolerOutput] : [];
      const logits = model.maskedHead ? [model.logits(lastHiddenState)] : [];
      return [lastHiddenState, ...pooled, ...logits].map((x) => [...x.dataSync()]);
    }
    return [[...model.forward(ids).dataSync()]];
  });
}

export function free(model: GPT | Bert): void {
  for (const parameter of model.parameters()) dispose(parameter);
}

export function liveTensors(): number {
  return memory().tensors;
}

export const sizes = { vocabSize: 11, maxLen: 6, dModel: 8, numLayers: 2, numHeads: 2 };

export function tinyGpt2(): GPT {
  return new GPT(sizes);
}

export function tinyLlama(): GPT {
  const llama = { positions: "rotary", norm: "rms", activation: "swiglu", bias: false, tied: false } as const;
  return new GPT({ ...sizes, ...llama, numKvHeads: 1, dimFeedforward: 12 });
}

export function tinyBert(): Bert {
  return new Bert({ ...sizes, dimFeedforward: 12 });
}
