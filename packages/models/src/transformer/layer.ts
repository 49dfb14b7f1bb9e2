import {
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
import { feedForward } from "../definitions/layers.ts";

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

/** The form of a layer's inputs. Inside it they are (b, length, size). */
export interface Layer {
  readonly batchFirst: boolean;
}

/** x in the form (b, length, size). */
export function toBatches({ batchFirst }: Layer, x: Tensor): Tensor {
  if (x.ndim === 2) return x.unsqueeze(0);
  return batchFirst ? x : x.transpose(0, 1);
}

/** y (b, length, size) in the form of x, with its weights (b, h, lq, lk), without b where x has none. */
export function inFormOf(x: Tensor, { batchFirst }: Layer, y: Tensor): Tensor {
  if (x.ndim === 2) return y.squeeze(0);
  return batchFirst ? y : y.transpose(0, 1);
}

/** The sites of a layer: TransformerLens's, in its `BertBlock` where the layer normalizes its sums. */
export function layerSites(normFirst: boolean, more: readonly string[] = []): readonly string[] {
  const sites = ["hook_resid_pre", "hook_attn_out", "hook_resid_mid", ...more];
  const last = ["mlp.hook_pre", "mlp.hook_post", "hook_mlp_out", "hook_resid_post"];
  return [...sites, ...last, ...(normFirst ? [] : ["hook_normalized_resid_post"])];
}

/** The position-wise network of a layer. */
interface FeedForward extends nn.Module {
  readonly linear1: nn.LinearMap;
  readonly activation: Activation;
  /** Of the hidden units. */
  readonly dropout: nn.Dropout;
  readonly linear2: nn.LinearMap;
}

/** The feed-forward network of a layer, with its sites: (…, d) → (…, d). */
export function network(layer: FeedForward, x: Tensor): Tensor {
  const { linear1: up, activation, dropout, linear2: down } = layer;
  const activate = typeof activation === "function" ? activation : own.activations[activation];
  return nn.running(layer, () => feedForward(x, { up, dropout, down }, activate), "mlp.");
}

/**
 * The masks of one of a layer's attentions as one, and its bias: checked against the scores (b, h, lq, lk) before the layer
 * begins, so that errors name the layer and its options, and a failed call adds nothing to a cache.
 *
 * @param offset the number of keys in a cache
 */
export function layerMasks(
  scores: attention.Scores,
  x: Tensor,
  { mask, keyMask, validLens, causal, bias }: MaskOptions & { readonly bias?: Tensor | undefined },
  offset: number = 0,
): attention.Allowed {
  const rows = keyMask?.ndim === 1 && x.ndim === 2 ? keyMask.unsqueeze(0) : keyMask;
  return attention.allow(scores, { mask, keyMask: rows, validLens, causal, bias }, x.backend, offset);
}

/** One of a layer's attentions, on queries (b, lq, d) and keys (b, lk, d). Weights are (b, h, lq, lk). */
export function attendIn(
  what: string,
  module: own.AttentionModule,
  [q, k]: readonly [q: Tensor, k: Tensor],
  call: own.OwnCall,
): MaybeAttended {
  if (!own.isMultihead(module)) return own.attendOwn(what, module, [q, k, k], call);
  const { allowed, needWeights, cache } = call;
  const { mask, causal, bias } = allowed;
  const x = inFormOf(q, module, q);
  const y = k === q ? x : inFormOf(k, module, k);
  const { output, weights } = module.forward<boolean>(x, y, y, {
    ...{ mask, causal, bias, needWeights, cache },
    averageAttnWeights: false,
  });
  return { output: toBatches(module, output), weights };
}

/** The names of a layer, how it is made, and whether it attends to a memory too. */
interface Declared {
  readonly name: string;
  readonly construct: (given: readonly unknown[]) => c.SettingsOf<ReturnType<typeof layerOptions>>;
  readonly crosses: boolean;
  /** The names of its parts in sites. */
  readonly parts: Readonly<Record<string, string>>;
}

/** What encoder and decoder layers are made of. Decoder layers have an attention, a norm and a dropout more. */
export abstract class TransformerLayer<
  L extends nn.LinearMap,
  A extends own.AttentionModule,
> extends nn.Module {
  readonly activation: Activation;
  readonly normFirst: boolean;
  readonly batchFirst: boolean;
  // In PyTorch's order, with the decoder's between them.
  declare self_attn: A;
  declare linear1: L;
  declare dropout: nn.Dropout;
  declare linear2: L;
  declare norm1: nn.LayerNorm;
  declare norm2: nn.LayerNorm;
  declare dropout1: nn.Dropout;
  declare dropout2: nn.Dropout;

  constructor(
    { name, construct, crosses, parts }: Declared,
    dModel: number,
    nHead: number,
    options: TransformerLayerOptions<L, A>,
  ) {
    const settings = construct([dModel, nHead, options]);
    attention.checkDivides(name, "dModel", dModel, nHead);
    const { dimFeedforward, dropout, layerNormEps: eps, batchFirst, maskFill, bias, normFirst } = settings;
    const positions = attention.checkPositions(name, settings.positions, nHead, dModel / nHead);
    super();
    const { makeLinear } = options;
    const make = attention.mapMaker(name, makeLinear);
    const norm = (): nn.LayerNorm => new nn.LayerNorm(dModel, { eps, bias });
    const drop = (): nn.Dropout => new nn.Dropout(dropout);
    const attend = (which: "self" | "cross"): A => {
      const inner = { dropout, bias, batchFirst, maskFill, makeLinear };
      const all = { ...inner, positions: which === "self" ? positions : null };
      if (options.attention === undefined)
        return new MultiheadAttention<L>(dModel, nHead, all) as own.AttentionModule as A;
      own.forbidInside(name, { positions: options.positions, maskFill: options.maskFill });
      return own.makeAttention(name, options.attention, dModel, nHead, { which, batchFirst });
    };
    this.activation = settings.activation;
    this.normFirst = normFirst;
    this.batchFirst = batchFirst;
    this.self_attn = attend("self");
    if (crosses) Object.assign(this, { multihead_attn: attend("cross") });
    this.linear1 = make(dModel, dimFeedforward, bias);
    this.dropout = drop();
    this.linear2 = make(dimFeedforward, dModel, bias);
    this.norm1 = norm();
    this.norm2 = norm();
    if (crosses) Object.assign(this, { norm3: norm() });
    this.dropout1 = drop();
    this.dropout2 = drop();
    if (crosses) Object.assign(this, { dropout3: drop() });
    attention.noteParts(this);
    const more = crosses ? ["hook_cross_attn_out", "hook_resid_mid_cross"] : [];
    nn.nameSites(this, { sites: layerSites(normFirst, more), parts });
  }
}
