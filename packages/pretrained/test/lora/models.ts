import { readFileSync } from "node:fs";
import type { Bert, GPT } from "@saccade/models";
import type { Module } from "@saccade/nn";
import { randn, type Tensor } from "@saccade/tensor";
import { type Lora, type LoraFiles, loadPretrained } from "../../src/index.ts";
import { jsonOf, textOf } from "../load/checkpoints.ts";

// Models and adapters that fixtures/make.py wrote with transformers and PEFT.

interface Numbers {
  readonly shape: readonly number[];
  readonly values: readonly number[];
}

/** What PEFT computes. */
export interface Expected {
  /** Shapes of the adapter's tensors by name. */
  readonly names: Readonly<Record<string, readonly number[]>>;
  readonly ids: number[][];
  readonly output: Numbers;
  readonly loss: number;
  readonly gradients: Readonly<Record<string, Numbers>>;
}

export const shapes = ["gpt2", "llama", "bert"] as const;
export type Shape = (typeof shapes)[number];

const folder = new URL("./fixtures/", import.meta.url);

function bytesOf(shape: Shape, file: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(new URL(`${shape}/${file}`, folder)));
}

export function filesOf(shape: Shape): LoraFiles {
  return {
    "adapter_config.json": bytesOf(shape, "adapter_config.json"),
    "adapter_model.safetensors": bytesOf(shape, "adapter_model.safetensors"),
  };
}

export function expectedOf(shape: Shape): Expected {
  return JSON.parse(new TextDecoder().decode(bytesOf(shape, "expected.json")));
}

/** The base model of a fixture. */
export async function baseOf(shape: Shape): Promise<GPT | Bert> {
  const files = ["config.json", "model.safetensors"].map((name) => new File([bytesOf(shape, name)], name));
  return (await loadPretrained(files)).model;
}

/** The files of an adapter with other settings. */
export function withSettings(files: LoraFiles, change: object): LoraFiles {
  const settings: object = jsonOf(files["adapter_config.json"]);
  return { ...files, "adapter_config.json": textOf({ ...settings, ...change }) };
}

/** Gives B values, so that the adapters change something. */
export function filled(lora: Lora, scale = 1): Lora {
  for (const adapter of lora.adapters.values())
    adapter.loadStateDict({ loraA: adapter.loraA, loraB: randn(adapter.loraB.shape).mul(scale) });
  return lora;
}

/** The numbers of all weights by name. */
export function bitsOf(model: Module): Record<string, ReturnType<Tensor["dataSync"]>> {
  return Object.fromEntries(Object.entries(model.stateDict()).map(([name, x]) => [name, x.dataSync()]));
}
