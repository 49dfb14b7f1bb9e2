import { existsSync, readFileSync } from "node:fs";
import type { Bert, GPT } from "@saccade/models";
import { loadPretrained } from "@saccade/pretrained";
import { type Tensor, tensor } from "@saccade/tensor";
import { expect } from "vitest";

const shared = new URL("../../../../shared/", import.meta.url);

/** Whether PyTorch's results lie beside the project. */
export const hasGolden = existsSync(new URL("lens/gpt2.json", shared));

/** A table of numbers with its shape. */
export interface Table {
  readonly shape: readonly number[];
  readonly data: readonly number[];
}

/** What PyTorch gave for the GPT-2 checkpoint; see the README beside it. */
export interface Golden {
  readonly input_ids: number[][];
  readonly logits: Table;
  readonly cache: Readonly<Record<string, Table>>;
  readonly logit_lens_last_position: Table;
  readonly zero_ablation_last_position: Table;
  readonly mean_ablation_last_position: Table;
  readonly patching: {
    readonly right: number;
    readonly wrong: number;
    readonly clean: number;
    readonly corrupted: number;
  } & Readonly<Record<string, number[][]>>;
  readonly direct_logit_attribution: {
    readonly embed: number;
    readonly pos_embed: number;
    readonly heads: number[][];
    readonly attn_bias: number[];
    readonly mlp: number[];
    readonly final_bias: number;
    readonly sum_is_logit_difference: number;
  };
  readonly rollout: Table;
  readonly repeated: { readonly input_ids: number[][] } & Readonly<Record<string, number[][]>>;
  readonly steering_last_position: Table;
}

export const readShared = (path: string) => JSON.parse(readFileSync(new URL(path, shared), "utf8"));

/** A checkpoint beside the project, in evaluation mode. */
export async function checkpoint(name: string): Promise<GPT | Bert> {
  const files = [
    [`${name}.safetensors`, "model.safetensors"],
    [`${name}.config.json`, "config.json"],
  ] as const;
  const { model } = await loadPretrained(
    files.map(([from, to]) => new File([readFileSync(new URL(`models/${from}`, shared))], to)),
  );
  return model.eval();
}

/** The checkpoint, and ids (2, 9). */
export async function goldenModel(): Promise<{ gpt: GPT; ids: Tensor; golden: Golden }> {
  const golden: Golden = readShared("lens/gpt2.json");
  return {
    gpt: (await checkpoint("gpt2")) as GPT,
    ids: tensor(golden.input_ids, { dtype: "int32" }),
    golden,
  };
}

/** Holds a tensor against a table: within 2e-5 of its largest value. */
export function expectTable(
  x: Tensor | readonly number[],
  { data }: { readonly data: readonly number[] },
): void {
  const given = "toArray" in x ? x.dataSync() : x;
  const largest = Math.max(...data.map(Math.abs), 1e-12);
  expect(given.length).toBe(data.length);
  let worst = 0;
  for (let i = 0; i < data.length; i++) worst = Math.max(worst, Math.abs(given[i]! - data[i]!) / largest);
  expect(worst).toBeLessThan(2e-5);
}
