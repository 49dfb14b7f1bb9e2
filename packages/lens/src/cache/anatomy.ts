// What a model is made of, as readouts need it: maps, norms and weights of heads.

import type { MultiheadAttention } from "@saccade/attention";
import { Bert, type CausalSelfAttention, GPT, Transformer, TransformerTargetDecoder } from "@saccade/models";
import * as nn from "@saccade/nn";
import { ArgumentError, eye, type Tensor } from "@saccade/tensor";
import { rule } from "@saccade/tensor/contract";

/** The values at the sites of a model, as an `ActivationCache` has them. */
export interface SiteValues {
  /** The model that ran. */
  readonly model: nn.Module;
  /** @throws ArgumentError for a site that it does not have. */
  get(name: string): Tensor;
  has(name: string): boolean;
}

/** The weights of the heads of a layer, in TransformerLens's forms. Heads that share keys and values share them here too. */
export interface HeadWeights {
  /** W_Q (heads, dModel, headDim). */
  readonly wQ: Tensor;
  /** W_K (heads, dModel, headDim). */
  readonly wK: Tensor;
  /** W_V (heads, dModel, headDim). */
  readonly wV: Tensor;
  /** W_O (heads, headDim, dModel). */
  readonly wO: Tensor;
  /** b_Q (heads, headDim), or null. */
  readonly bQ: Tensor | null;
  /** b_K (heads, headDim), or null. */
  readonly bK: Tensor | null;
  /** b_V (heads, headDim), or null. */
  readonly bV: Tensor | null;
  /** b_O (dModel), or null. */
  readonly bO: Tensor | null;
}

/**
 * What the readouts must know about a model besides the names of its sites. GPT, Bert and the decoder of a Transformer have
 * one; for a custom model, pass one as the option `anatomy`, with the members that the readouts need.
 */
export interface Anatomy {
  /** The number of layers, `blocks.0` to `blocks.${numLayers - 1}` in the names of sites. */
  readonly numLayers: number;
  /** The number of heads of a layer. */
  readonly numHeads: number;
  /** The model's name for GPT's site `name`, such as "blocks.0.hook_resid_pre" or "hook_embed". Default the same. */
  siteName?(name: string): string;
  /** Whether sublayers normalize their input, so that the residual stream is the sum of their outputs. Default true. */
  readonly normFirst?: boolean | undefined;
  /** The norm between the residual stream and the unembedding; null for none. */
  readonly finalNorm: nn.LayerNorm | nn.RMSNorm | null;
  /** The logits of a normalized residual stream, (…, dModel) → (…, vocabSize). */
  unembed?(x: Tensor): Tensor;
  /** Where `unembed` is linear, its weight W_U (dModel, vocabSize) and bias b_U (vocabSize) or null. */
  unembedding?(): { readonly wU: Tensor; readonly bU: Tensor | null };
  /** The weights of the heads of a layer. */
  headWeights?(layer: number): HeadWeights;
}

/** The rule of the option `anatomy`. */
export const anatomyRule = {
  /** The anatomy of a custom model. Default: that of GPT, Bert or Transformer. */
  anatomy: rule("an Anatomy, { numLayers, numHeads, finalNorm, … }", isAnatomy),
};

function isAnatomy(value: unknown): value is Anatomy {
  const { numLayers, numHeads, finalNorm }: Partial<Record<string, unknown>> = Object(value);
  return Number.isInteger(numLayers) && Number.isInteger(numHeads) && finalNorm !== undefined;
}

/** The anatomy of a model, of which nothing is left out: members that the model lacks throw when they are called. */
export type KnownAnatomy = Required<Anatomy> & { readonly normFirst: boolean };

/** A checked call of a function that reads a model's anatomy. */
interface AnatomyCall {
  readonly what: string;
  readonly anatomy?: Anatomy | undefined;
}

/** The anatomy of a model. @throws ArgumentError for a model of an unknown class. */
export function anatomyOf({ what, anatomy }: AnatomyCall, model: nn.Module): KnownAnatomy {
  const known = anatomy ?? ofKnownClass(model);
  const { name } = model.constructor;
  if (known === null)
    throw new ArgumentError(
      `${what}: the layers and the output of ${name} are not known; they are for GPT, Bert and Transformer. ` +
        "For an own model, pass the option anatomy: { numLayers, numHeads, finalNorm, … }.",
    );
  const lacks = (member: string, fix?: string) => (): never => {
    const reason = model instanceof Bert ? fix : undefined;
    throw new ArgumentError(
      `${what}: ${name} has no ${member}; ${reason ?? `give it as anatomy: { ${member}, … }`}.`,
    );
  };
  const { numLayers, numHeads, finalNorm, normFirst = true } = known;
  return {
    ...{ numLayers, numHeads, finalNorm, normFirst },
    siteName: (site) => known.siteName?.(site) ?? site,
    unembed: known.unembed?.bind(known) ?? lacks("unembed", "make or load it with maskedHead: true"),
    unembedding:
      known.unembedding?.bind(known) ??
      lacks("unembedding", "its head for masked tokens is not linear, so logits cannot be split into parts"),
    headWeights: known.headWeights?.bind(known) ?? lacks("headWeights"),
  };
}

function ofKnownClass(model: nn.Module): Anatomy | null {
  if (model instanceof GPT) return gptAnatomy(model);
  if (model instanceof Bert) return bertAnatomy(model);
  if (model instanceof Transformer) return decoderAnatomy(model, model.decoder);
  return model instanceof TransformerTargetDecoder ? decoderAnatomy(model, model) : null;
}

function gptAnatomy(gpt: GPT): Anatomy {
  const { blocks, norm, head, embedding, settings } = gpt;
  const unembedding = (): { wU: Tensor; bU: Tensor | null } => {
    if (head === null) return { wU: tableOf(embedding).transpose(0, 1), bU: null };
    const { weight: wU, bias: bU } = matrixOf(head);
    return { wU, bU };
  };
  return {
    numLayers: blocks.length,
    numHeads: settings.numHeads,
    finalNorm: norm,
    unembed: (x) => (head ? head.forward(x) : embedding.scores(x)),
    unembedding,
    headWeights: (layer) => causalWeights(blocks[layer]!.attention),
  };
}

function bertAnatomy({ layers, settings, maskedHead, embedding }: Bert): Anatomy {
  return {
    numLayers: layers.length,
    numHeads: settings.numHeads,
    normFirst: false,
    finalNorm: null,
    headWeights: (layer) => multiheadWeights(layers[layer]!.self_attn),
    ...(maskedHead && { unembed: (x: Tensor) => maskedHead.forward(x, embedding) }),
  };
}

function decoderAnatomy(model: nn.Module, decoder: TransformerTargetDecoder): Anatomy {
  const { layers, norm } = decoder.stack;
  const { dense, embedding } = decoder;
  return {
    numLayers: layers.length,
    numHeads: layers[0]!.self_attn.numHeads,
    siteName: decoderNames(model, decoder),
    normFirst: layers[0]!.normFirst,
    finalNorm: norm,
    unembed: (x) => dense?.forward(x) ?? embedding.scores(x),
    unembedding: () => ({
      wU: (dense ?? embedding).weight.transpose(0, 1),
      bU: dense?.bias ?? null,
    }),
    headWeights: (layer) => multiheadWeights(layers[layer]!.self_attn),
  };
}

// "decoder.0.hook_resid_pre" for "blocks.0.hook_resid_pre", by the paths that the model's parts have in the names of sites.
function decoderNames(model: nn.Module, decoder: TransformerTargetDecoder): (name: string) => string {
  const { layers, norm } = decoder.stack;
  const paths = new Map<nn.Module, string>();
  for (const [full, { module, name }] of nn.siteNames(model))
    paths.set(module, full.slice(0, full.length - name.length));
  const toLayers = paths.get(layers[0]!)?.replace(/0\.$/, "") ?? "blocks.";
  const toNorm = (norm && paths.get(norm)) ?? "ln_final.";
  const toOthers = paths.get(decoder) ?? "";
  return (name) => {
    if (name.startsWith("blocks.")) return name.replace("blocks.", toLayers);
    return name.startsWith("ln_final.") ? name.replace("ln_final.", toNorm) : toOthers + name;
  };
}

/** The weight (in, out) and bias (out) of a linear map, of any kind. */
function matrixOf(map: nn.LinearMap): { weight: Tensor; bias: Tensor | null } {
  if (map instanceof nn.Linear) return { weight: map.weight.transpose(0, 1), bias: map.bias };
  const identity = eye(map.inFeatures, { backend: map.parameters()[0]?.backend });
  const bias = map.forward(identity.narrow(0, 0, 1).mul(0)); // (1, out)
  return { weight: map.forward(identity).sub(bias), bias: bias.select(0, 0) };
}

function tableOf(embedding: nn.Embedding | nn.HalfEmbedding): Tensor {
  if ("format" in embedding) return embedding.scores(eye(embedding.embeddingDim)).transpose(0, 1);
  return embedding.weight;
}

// Columns: headDim for each head of queries, then of keys, then of values.
function causalWeights({ qkv, out, numHeads, numKvHeads, headDim }: CausalSelfAttention): HeadWeights {
  const { weight, bias } = matrixOf(qkv);
  const group = numHeads / numKvHeads;
  const counts = [numHeads, numKvHeads, numKvHeads];
  const byHead = weight.reshape([weight.size(0), -1, headDim]).transpose(0, 1); // (all heads, dModel, headDim)
  const parts = (x: Tensor): Tensor[] =>
    x.split(counts, 0).map((part, i) => (i === 0 || group === 1 ? part : part.repeatInterleave(group, 0)));
  return headWeights(parts(byHead), bias && parts(bias.reshape([-1, headDim])), out, numHeads);
}

function multiheadWeights(attention: MultiheadAttention<nn.LinearMap>): HeadWeights {
  const { in_proj, in_proj_weight, in_proj_bias, numHeads, out_proj } = attention;
  const { q_proj_weight, k_proj_weight, v_proj_weight } = attention;
  const inner = in_proj && matrixOf(in_proj);
  const own = in_proj_weight?.chunk(3) ?? [q_proj_weight!, k_proj_weight!, v_proj_weight!];
  const weights = inner?.weight.chunk(3, 1) ?? own.map((w) => w.transpose(0, 1)); // (dModel, dModel) each
  const biases = (inner ? inner.bias : in_proj_bias)?.chunk(3);
  return headWeights(
    weights.map((w) => w.reshape([w.size(0), numHeads, -1]).transpose(0, 1)),
    biases?.map((b) => b.reshape([numHeads, -1])),
    out_proj,
    numHeads,
  );
}

function headWeights(
  [wQ, wK, wV]: readonly Tensor[],
  biases: readonly Tensor[] | null | undefined,
  out: nn.LinearMap,
  numHeads: number,
): HeadWeights {
  const [bQ = null, bK = null, bV = null] = biases ?? [];
  const { weight, bias } = matrixOf(out);
  const wO = weight.reshape([numHeads, -1, weight.size(1)]);
  return { wQ: wQ!, wK: wK!, wV: wV!, wO, bQ, bK, bV, bO: bias };
}
