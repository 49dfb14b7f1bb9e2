import type { AttentionPositions, MakeLinear, MaskOptions } from "@saccade/attention";
import * as attention from "@saccade/attention/model";
import type { Dropout, LayerNorm, Linear, LinearMap } from "@saccade/nn";
import type { Tensor } from "@saccade/tensor";
import * as c from "@saccade/tensor/contract";
import { activations } from "../contract/activations.ts";

// What the layers of encoders and decoders share: their options, their sublayers, and their masks.

/** The activation between the two linear maps of a feed-forward sublayer. */
export type Activation = "relu" | "gelu" | ((x: Tensor) => Tensor);

const named = c.oneOf(["relu", "gelu"]);
const activation: c.Rule<Activation, "relu"> = {
  ...named,
  must: 'one of "relu", "gelu", or a function',
  default: "relu",
  holds: (value): value is Activation => typeof value === "function" || named.holds(value),
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
      /** Inputs are (b, length, dModel) instead of (length, b, dModel). Default false. */
      batchFirst: c.flag(false),
      /** Positions inside the self-attention: rotary, relative or ALiBi. Layers may share them. Default none. */
      positions: c.unchecked<AttentionPositions | null>("positions"),
      /** Makes the linear maps, such as `HalfLinear`s. Default `Linear`s. */
      makeLinear: attention.makeLinearRule<LinearMap>(),
      ...attention.maskFillRules,
    },
    { example: `new ${what}(dModel, nHead, { batchFirst: true })` },
  );

/** Options of an encoder or decoder layer, with PyTorch's defaults. */
export interface TransformerLayerOptions<L extends LinearMap = Linear>
  extends c.OptionsOf<ReturnType<typeof layerOptions>> {
  /** Makes the linear maps, such as `HalfLinear`s. Default `Linear`s. */
  readonly makeLinear?: MakeLinear<L> | undefined;
}

const encoderRules = {
  ...attention.maskRules,
  ...attention.biasRules,
  /** Whether the weights are given back beside the output, (b, h, n, n) for each layer. Default false. */
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

/** Whether weights are wanted. */
export interface NeedWeights<W extends boolean> {
  /** Whether the weights are given back beside the output, for each layer. Default false. */
  readonly needWeights?: W | undefined;
}

/** Masks of an encoder, or of an encoder layer, and whether its weights are wanted. */
export interface EncoderForwardOptions<W extends boolean = boolean>
  extends Omit<c.Given<typeof encoderRules>, "needWeights">,
    NeedWeights<W> {}

/** The result of a module with optional weights: the output, or the output with its weights. */
export type WithWeightsIf<W extends boolean, A> = [W] extends [true]
  ? A
  : [W] extends [false]
    ? Tensor
    : Tensor | A;

/** What stands around a sublayer: dropout of its output, the sum, and the norm before it or after the sum. */
export interface Residual {
  readonly norm: LayerNorm;
  readonly dropout: Dropout;
  readonly normFirst: boolean;
}

/** norm(x + dropout(sublayer(x))), or with `normFirst` x + dropout(sublayer(norm(x))): x (…, d). */
export function residual(
  { norm, dropout, normFirst }: Residual,
  x: Tensor,
  sublayer: (x: Tensor) => Tensor,
): Tensor {
  const sum = x.add(dropout.forward(sublayer(normFirst ? norm.forward(x) : x)));
  return normFirst ? sum : norm.forward(sum);
}

/** The position-wise network of a layer. */
export interface FeedForward {
  readonly linear1: LinearMap;
  readonly activation: Activation;
  /** Of the hidden units. */
  readonly dropout: Dropout;
  readonly linear2: LinearMap;
}

/** linear2(activation(linear1(x))) (Vaswani et al. 2017, equation 2): (…, d) → (…, d). */
export function feedForward({ linear1, activation, dropout, linear2 }: FeedForward, x: Tensor): Tensor {
  const activate = typeof activation === "function" ? activation : activations[activation];
  return linear2.forward(dropout.forward(activate(linear1.forward(x))));
}

/** The masks and the bias of one of a layer's attentions. */
export interface LayerMasks extends Omit<MaskOptions, "causal"> {
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
  return {
    mask: attention.combineMasks(scores, { mask, keyMask: rows, validLens }, x.backend),
    bias: attention.biasFor(scores, { bias }),
  };
}
