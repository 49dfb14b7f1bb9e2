import * as c from "@saccade/tensor/contract";
import { DifferentialAttention } from "./differential-attention.ts";
import { MultiheadLatentAttention } from "./latent-attention.ts";
import type { SequenceMixer } from "./mixer.ts";
import * as layers from "./recurrent-layers.ts";
import { SoftmaxAttention, type SoftmaxAttentionOptions } from "./softmax-attention.ts";

/** Makes the attention of a model's layer. */
export type MakeMixer = (
  embedDim: number,
  numHeads: number,
  which?: "self" | "cross",
  layer?: number,
) => SequenceMixer;

const softmax =
  (options: SoftmaxAttentionOptions): MakeMixer =>
  (embedDim, numHeads) =>
    new SoftmaxAttention(embedDim, numHeads, options);

const makers = {
  softmax: softmax({}),
  qkNorm: softmax({ qkNorm: "rms" }),
  attentionSinks: softmax({ sinks: "learned" }),
  softmaxOffByOne: softmax({ sinks: "zero" }),
  softcap: softmax({ softcap: 50 }),
  gatedAttention: softmax({ outputGate: "elementwise" }),
  forgettingAttention: softmax({ forgets: true }),
  sparsemax: softmax({ simplex: "sparsemax" }),
  entmax15: softmax({ simplex: "entmax15" }),
  differentialAttention: (embedDim, numHeads, _which, layer = 0) =>
    new DifferentialAttention(embedDim, numHeads, { layer }),
  multiheadLatentAttention: (embedDim, numHeads) => new MultiheadLatentAttention(embedDim, numHeads),
  retention: (embedDim, numHeads) => new layers.MultiScaleRetention(embedDim, numHeads),
  gatedLinearAttention: (embedDim, numHeads) => new layers.GatedLinearAttention(embedDim, numHeads),
  deltaNet: (embedDim, numHeads) => new layers.DeltaNet(embedDim, numHeads),
  gatedDeltaNet: (embedDim, numHeads) => new layers.GatedDeltaNet(embedDim, numHeads),
  kimiDeltaAttention: (embedDim, numHeads) => new layers.KimiDeltaAttention(embedDim, numHeads),
} as const satisfies Readonly<Record<string, MakeMixer>>;

/** The names of the attentions of this entry. */
export type MixerName = keyof typeof makers;

/** The names that {@link mixer} knows. */
export const mixerNames: readonly MixerName[] = Object.keys(makers) as MixerName[];

const read = /* @__PURE__ */ c.signature(
  "mixer",
  { name: /* @__PURE__ */ c.required(/* @__PURE__ */ c.oneOf(mixerNames)) },
  'mixer("gatedDeltaNet")',
);

/**
 * Attentions of this entry by their names, with their default settings, for the option `attention` of `GPT`: one, or a list of
 * one for each layer. It brings all of them into a bundle; a function that makes one, such as
 * `(embedDim, numHeads) => new DeltaNet(embedDim, numHeads)`, brings only that.
 *
 * @throws ArgumentError for an unknown name; suggests the nearest.
 * @example
 * const attention = mixer(["softmax", "deltaNet"]);
 * new GPT({ vocabSize: 16, maxLen: 8, dModel: 8, numLayers: 2, numHeads: 2, attention }).newCache().length // 0
 */
export function mixer(name: MixerName): MakeMixer;
export function mixer(names: readonly MixerName[]): readonly MakeMixer[];
export function mixer(names: MixerName | readonly MixerName[]): MakeMixer | readonly MakeMixer[] {
  if (Array.isArray(names)) return names.map((name: MixerName) => mixer(name));
  const [name] = [names as MixerName];
  read([name]);
  return makers[name];
}
