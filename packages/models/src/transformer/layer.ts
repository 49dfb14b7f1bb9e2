import {
  type AttentionCache,
  type AttentionPositions,
  type MakeLinear,
  type MaskOptions,
  type MaybeAttended,
  MultiheadAttention,
} from "@saccade/attention";
import * as attention from "@saccade/attention/model";
import * as nn from "@saccade/nn";
import type { Tensor } from "@saccade/tensor";
import * as c from "@saccade/tensor/contract";
import * as own from "../contract/settings.ts";

// The common parts of encoder and decoder layers: their options, sublayers and masks.

/** The activation between the two linear maps of a feed-forward sublayer. */
export type Activation = "relu" | "gelu" | ((x: Tensor) => Tensor);

const named = c.oneOf(["relu", "gelu"]);
const activation: c.Rule<Activation, "relu"> = {
  ...named,
  must: 'one of "relu", "gelu", or a function',
  default: "relu",
  holds: (value): value is Activation => c.callable().holds(value) || named.holds(value),
};

/** Rules of the sizes of a layer. */
export const widthRules = { dModel: c.required(c.size()), nHead: c.required(attention.headsRule()) };

/** Rules of the options that every kind of transformer layer has. */
export const layerRules = {
  /** The width between the two linear maps. Default 2048. */
  dimFeedforward: c.size(2048),
  /** Of attention weights, of the hidden units, and of each sublayer's output, while training. Default 0.1. */
  dropout: attention.dropoutRule(0.1),
  /** Default "relu". */
  activation,
  /** Default 1e-5. */
  layerNormEps: attention.epsRule(1e-5),
  /** Each sublayer normalizes its input instead of its sum (Xiong et al. 2020). Default false. */
  normFirst: c.flag(false),
};

/** The options of an encoder or decoder layer. */
export const layerOptions = (what: string) =>
  c.options(
    what,
    {
      ...layerRules,
      /** Whether the linear maps, the attention and the norms have biases. Default true. */
      bias: c.flag(true),
      /** Inputs are (b, length, dModel) instead of (length, b, dModel). Default false. */
      batchFirst: c.flag(false),
      /** Positions inside the self-attention: rotary, relative or ALiBi. Layers may share them. Default none. */
      positions: c.unchecked<AttentionPositions | null>("positions"),
      /** Makes the linear maps, such as `HalfLinear`s. Default `Linear`s. */
      makeLinear: attention.makeLinearRule<nn.LinearMap>(),
      /** Makes the attention, an {@link AttentionModule} of your own. Default a `MultiheadAttention`. */
      attention: own.attentionRule(),
      ...attention.maskFillRules,
    },
    { example: `new ${what}(dModel, nHead, { batchFirst: true })` },
  );

/** Options of an encoder or decoder layer, with PyTorch's defaults. */
export interface TransformerLayerOptions<
  L extends nn.LinearMap = nn.Linear,
  A extends own.AttentionModule = MultiheadAttention<L>,
> extends c.OptionsOf<ReturnType<typeof layerOptions>, typeof layerRules & typeof attention.maskFillRules> {
  /** Makes the attention, an {@link AttentionModule} of your own. Default a `MultiheadAttention`. */
  readonly attention?: own.MakeAttention<A> | undefined;
  /** Makes the linear maps, such as `HalfLinear`s. Default `Linear`s. */
  readonly makeLinear?: MakeLinear<L> | undefined;
}

const encoderRules = {
  ...attention.maskRules,
  ...attention.biasRules,
  /** Whether to return the weights, too, (b, h, n, n) for each layer. Default false. */
  needWeights: c.flag(),
};

/** The options of the `forward` of an encoder or its layer. */
export const encoderForward = (what: string) =>
  c.options(`${what}.forward`, encoderRules, {
    example: "encoder.forward(src, { mask, keyMask, causal: true })",
    renamed: attention.moduleRenames,
  });

/** The rules of the `forward` of a decoder or its layer. */
export const decoderRules = {
  ...encoderRules,
  /** bool (lt, lm), (b, lt, lm) or (b, 1 or h, lt, lm), true where a target position may attend to the memory's. */
  crossMask: c.tensorRule(),
  /** bool (b, lm), true where a position of the memory may be attended to. */
  crossKeyMask: c.tensorRule(),
  /** int32 (b), or (b, lt): how many positions of the memory count, from the first. */
  crossValidLens: c.tensorRule(),
  /** Floats that are added to the scores for the memory, in the forms of `crossMask`. */
  crossBias: c.tensorRule(),
};

type MaskRules = typeof attention.maskRules & typeof attention.biasRules;

/** The records of {@link decoderRules}. */
export type DecoderRules = typeof decoderRules & MaskRules;

/** Whether weights are wanted. */
export interface NeedWeights<W extends boolean> {
  /** Whether to return the weights of each layer, too. Default false. */
  readonly needWeights?: W | undefined;
}

/** Masks of an encoder, or of an encoder layer, and whether its weights are wanted. */
export interface EncoderForwardOptions<W extends boolean = boolean>
  extends Omit<c.OptionsOf<ReturnType<typeof encoderForward>, MaskRules>, "needWeights">,
    NeedWeights<W> {}

/** The result of a module with optional weights: the output, or the output with its weights. */
export type WithWeightsIf<W extends boolean, A> = [W] extends [true]
  ? A
  : [W] extends [false]
    ? Tensor
    : Tensor | A;

/** A layer, whose sites have the shape (b, length, size), whatever its own layout. */
export interface Layer extends nn.Module {
  readonly batchFirst: boolean;
  readonly normFirst: boolean;
}

// x in the form (b, length, size).
function inBatches({ batchFirst }: Layer, x: Tensor): Tensor {
  if (x.ndim === 2) return x.unsqueeze(0);
  return batchFirst ? x : x.transpose(0, 1);
}

// Runs `f` on x in that form.
function batchFirst(layer: Layer, x: Tensor, f: (x: Tensor) => Tensor): Tensor {
  const y = f(inBatches(layer, x));
  if (x.ndim === 2) return y.squeeze(0);
  return layer.batchFirst ? y : y.transpose(0, 1);
}

/** A site of a layer. */
export function siteOf(layer: Layer, name: string, x: Tensor): Tensor {
  return nn.isWatched(layer, name) ? batchFirst(layer, x, (y) => nn.site(layer, name, y)) : x;
}

/** A norm of a layer, with its sites. */
export function normIn(layer: Layer, norm: nn.LayerNorm, x: Tensor): Tensor {
  const watched = nn.isWatched(norm, "hook_scale", "hook_normalized");
  return watched ? batchFirst(layer, x, (y) => norm.forward(y)) : norm.forward(x);
}

/** The sites of a layer: TransformerLens's, in its `BertBlock` where the layer normalizes its sums. */
export function layerSites({ normFirst }: Layer, more: readonly string[] = []): readonly string[] {
  const sites = ["hook_resid_pre", "hook_attn_out", "hook_resid_mid", ...more];
  const last = ["mlp.hook_pre", "mlp.hook_post", "hook_mlp_out", "hook_resid_post"];
  return [...sites, ...last, ...(normFirst ? [] : [normalized])];
}

const normalized = "hook_normalized_resid_post";

/** norm(x + dropout(sublayer(x))), or with `normFirst` x + dropout(sublayer(norm(x))): x (…, d). */
export function residual(
  layer: Layer,
  [norm, dropout]: readonly [nn.LayerNorm, nn.Dropout],
  [out, sum]: readonly [out: string, sum: string],
  x: Tensor,
  sublayer: (x: Tensor) => Tensor,
): Tensor {
  const before = layer.normFirst ? normIn(layer, norm, x) : x;
  const added = siteOf(layer, out, dropout.forward(sublayer(before)));
  const total = siteOf(layer, sum, x.add(added));
  return layer.normFirst ? total : normIn(layer, norm, total);
}

/** The sites of the first sublayer, the self-attention. */
export const attentionSites = ["hook_attn_out", "hook_resid_mid"] as const;

/** The last sublayer of a layer, its feed-forward network. */
export function lastSublayer(
  layer: Layer & FeedForward,
  parts: readonly [nn.LayerNorm, nn.Dropout],
  x: Tensor,
): Tensor {
  const sites = ["hook_mlp_out", "hook_resid_post"] as const;
  const output = residual(layer, parts, sites, x, (y) => feedForward(layer, y));
  return layer.normFirst ? output : siteOf(layer, normalized, output);
}

/** The position-wise network of a layer. */
export interface FeedForward {
  readonly linear1: nn.LinearMap;
  readonly activation: Activation;
  /** Of the hidden units. */
  readonly dropout: nn.Dropout;
  readonly linear2: nn.LinearMap;
}

/** linear2(activation(linear1(x))) (Vaswani et al. 2017, equation 2): (…, d) → (…, d). */
function feedForward(layer: Layer & FeedForward, x: Tensor): Tensor {
  const { linear1, activation, dropout, linear2 } = layer;
  const activate = typeof activation === "function" ? activation : own.activations[activation];
  const before = siteOf(layer, "mlp.hook_pre", linear1.forward(x));
  return linear2.forward(dropout.forward(siteOf(layer, "mlp.hook_post", activate(before))));
}

/** The masks and the bias of one of a layer's attentions. */
interface LayerMasks extends Omit<MaskOptions, "causal"> {
  readonly bias?: Tensor | undefined;
}

/**
 * The masks of one of a layer's attentions as one mask, and its bias: checked against the scores (b, h, lq, lk) before the
 * layer begins, so that errors name the layer and its options, and a failed call adds nothing to a cache.
 */
export function layerMasks(
  scores: attention.Scores,
  x: Tensor,
  { mask, keyMask, validLens, bias }: LayerMasks,
): LayerMasks {
  const rows = keyMask?.ndim === 1 && x.ndim === 2 ? keyMask.unsqueeze(0) : keyMask;
  const allowed = attention.allow(scores, { mask, keyMask: rows, validLens, bias }, x.backend);
  return { mask: allowed.mask, bias: allowed.bias };
}

/** The options of a call of one of a layer's attentions: its aligned masks, and the results that are wanted. */
interface LayerCall extends LayerMasks {
  readonly causal?: boolean | undefined;
  readonly needWeights: boolean;
  readonly cache?: AttentionCache | undefined;
}

/** One of a layer's attentions, on tensors in the layer's form. Weights are (b, h, lq, lk). */
export function attendIn(
  what: string,
  layer: Layer,
  module: own.AttentionModule,
  [q, k]: readonly [q: Tensor, k: Tensor],
  call: LayerCall,
): MaybeAttended {
  if (own.isMultihead(module))
    return module.forward<boolean>(q, k, k, { ...call, averageAttnWeights: false });
  const offset = call.cache?.fixed ? 0 : (call.cache?.length ?? 0);
  let weights: Tensor | undefined;
  const output = batchFirst(layer, q, (x) => {
    const y = q === k ? x : inBatches(layer, k);
    const found = own.attendOwn(what, module, [x, y, y], { ...call, offset });
    weights = found.weights;
    return found.output;
  });
  return { output, weights: q.ndim === 2 ? weights?.squeeze(0) : weights };
}

/** The attention of a layer: a `MultiheadAttention`, or a custom one. */
export function attentionOf<L extends nn.LinearMap, A extends own.AttentionModule>(
  what: string,
  sizes: { readonly dModel: number; readonly nHead: number; readonly which: "self" | "cross" },
  options: TransformerLayerOptions<L, A>,
  inner: ConstructorParameters<typeof MultiheadAttention<L>>[2] & { readonly batchFirst: boolean },
): A {
  const { dModel, nHead, which } = sizes;
  const { attention: make, positions, maskFill } = options;
  if (make === undefined) return new MultiheadAttention<L>(dModel, nHead, inner) as own.AttentionModule as A;
  own.forbidInside(what, { positions, maskFill });
  return own.makeAttention(what, make, dModel, nHead, { which, batchFirst: inner.batchFirst });
}
