import { GPT } from "@saccade/models";
import {
  MaskedSelfAttention,
  MultiHeadSelfAttention,
  MultiHeadSublayer,
  PackedSelfAttention,
  PlainSelfAttention,
  ProjectedSelfAttention,
  WideSelfAttention,
} from "@saccade/models/seeds";
import type { Module } from "@saccade/nn";
import { addLora } from "@saccade/pretrained";
import type { Tensor } from "@saccade/tensor";
import type { Case, Inputs } from "../case.ts";
import { floats, ids } from "./inputs.ts";

interface OfOne extends Module {
  forward(x: Tensor): unknown;
}

/** The classes of the seed documents, and a model with adapters. */
export function seeds(): Case[] {
  const x = (b: number, n: number): Inputs => ({ x: floats(b, n, 8) });
  const shared = {
    inputs: x(2, 5),
    dynamicAxes: { x: { 0: "batch", 1: "length" } },
    others: [x(1, 1), x(3, 17)],
  };
  const models: Readonly<Record<string, OfOne>> = {
    Attention: new PlainSelfAttention(8),
    SelfAttention: new WideSelfAttention(8, 2),
    SelfAttentionV1: new ProjectedSelfAttention(8),
    SelfAttentionV2: new PackedSelfAttention(8),
    SelfAttentionV3: new MaskedSelfAttention(8),
    MultiHeadSelfAttention: new MultiHeadSelfAttention(8, 2),
  };
  const heads = new MultiHeadSublayer(2, 8, 4, 4);
  const gpt = new GPT({ vocabSize: 30, maxLen: 40, dModel: 16, numLayers: 1, numHeads: 2 });
  addLora(gpt, { rank: 2, alpha: 4 });
  return [
    ...Object.entries(models).map(
      ([name, model]): Case => ({
        name: `seeds: ${name}`,
        model,
        run: ({ x }) => model.forward(x!),
        ...shared,
      }),
    ),
    {
      name: "seeds: MultiHeadAttention",
      model: heads,
      run: ({ x }) => ({ ...heads.forward(x!, x!, x!) }),
      ...shared,
    },
    {
      name: "lora: GPT with adapters",
      model: gpt,
      run: ({ ids }) => gpt.forward(ids!),
      inputs: { ids: ids([2, 5], 30) },
      others: [{ ids: ids([1, 1], 30) }, { ids: ids([3, 40], 30) }],
    },
  ];
}
