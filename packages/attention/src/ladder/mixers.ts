import * as c from "@saccade/tensor/contract";
import type { SequenceMixer } from "./mixer.ts";
import {
  DeltaNet,
  GatedDeltaNet,
  GatedLinearAttention,
  KimiDeltaAttention,
  MultiScaleRetention,
} from "./recurrent-layers.ts";

/** Makes the attention of a model's layer. */
export type MakeMixer = (embedDim: number, numHeads: number) => SequenceMixer;

const makers = {
  retention: (embedDim, numHeads) => new MultiScaleRetention(embedDim, numHeads),
  gatedLinearAttention: (embedDim, numHeads) => new GatedLinearAttention(embedDim, numHeads),
  deltaNet: (embedDim, numHeads) => new DeltaNet(embedDim, numHeads),
  gatedDeltaNet: (embedDim, numHeads) => new GatedDeltaNet(embedDim, numHeads),
  kimiDeltaAttention: (embedDim, numHeads) => new KimiDeltaAttention(embedDim, numHeads),
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
 * An attention of this entry by its name, with its default settings, for the option `attention` of {@link GPT}. It brings all of them
 * into a bundle; a function that makes one, such as `(embedDim, numHeads) => new DeltaNet(embedDim, numHeads)`, brings only that.
 *
 * @throws ArgumentError for an unknown name; suggests the nearest.
 * @example
 * const attention = ["softmax", mixer("deltaNet")]; // every second layer
 * new GPT({ vocabSize: 16, maxLen: 8, dModel: 8, numLayers: 2, numHeads: 2, attention }).newCache().length // 0
 */
export function mixer(name: MixerName): MakeMixer {
  read([name]);
  return makers[name];
}
