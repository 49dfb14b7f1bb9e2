import type { AttentionPositions, MakeLinear } from "@saccade/attention";
import {
  checkHeads,
  checkPositions,
  dropoutRule,
  epsRule,
  makeLinearRule,
  maskFillRules,
} from "@saccade/attention/model";
import type { Linear, LinearMap } from "@saccade/nn";
import type { Tensor } from "@saccade/tensor";
import {
  flag,
  type OptionsOf,
  oneOf,
  options,
  type Rule,
  type SettingsOf,
  size,
  unchecked,
} from "@saccade/tensor/contract";

/** The activation between the two linear maps of a feed-forward sublayer. */
export type Activation = "relu" | "gelu" | ((x: Tensor) => Tensor);

const named = oneOf(["relu", "gelu"]);
const activation: Rule<Activation, "relu"> = {
  ...named,
  must: 'one of "relu", "gelu", or a function',
  default: "relu",
  holds: (value): value is Activation => typeof value === "function" || named.holds(value),
};

/** Rules of the options that every kind of transformer layer has. */
export const layerRules = {
  /** The width between the two linear maps. Default 2048. */
  dimFeedforward: size(2048),
  /** Of attention weights, of the hidden units, and of each sublayer's output, while training. Default 0.1. */
  dropout: dropoutRule(0.1),
  /** Default "relu". */
  activation,
  /** Default 1e-5. */
  layerNormEps: epsRule(1e-5),
  /** Each sublayer normalizes its input instead of its sum (Xiong et al. 2020). Default false. */
  normFirst: flag(false),
};

const rules = {
  ...layerRules,
  /** Inputs are (b, length, dModel) instead of (length, b, dModel). Default false. */
  batchFirst: flag(false),
  /** Positions inside the self-attention: rotary, relative or ALiBi. Layers may share them. Default none. */
  positions: unchecked<AttentionPositions | null>("positions"),
  /** Makes the linear maps, such as `HalfLinear`s. Default `Linear`s. */
  makeLinear: makeLinearRule<LinearMap>(),
  ...maskFillRules,
};

const layerOptions = {
  TransformerEncoderLayer: options("TransformerEncoderLayer", rules, {
    example: "new TransformerEncoderLayer(dModel, nHead, { batchFirst: true })",
  }),
  TransformerDecoderLayer: options("TransformerDecoderLayer", rules, {
    example: "new TransformerDecoderLayer(dModel, nHead, { batchFirst: true })",
  }),
} as const;

type LayerName = keyof typeof layerOptions;
// Both declare the same rules; a union of them would be no base of an interface in the emitted types.
type Declared = (typeof layerOptions)["TransformerEncoderLayer"];

/** Options of an encoder or decoder layer, with PyTorch's defaults. */
export interface TransformerLayerOptions<L extends LinearMap = Linear> extends OptionsOf<Declared> {
  /** Makes the linear maps, such as `HalfLinear`s. Default `Linear`s. */
  readonly makeLinear?: MakeLinear<L> | undefined;
}

/** A layer's options with their defaults. */
export interface LayerSettings<L extends LinearMap> extends SettingsOf<Declared> {
  readonly positions: AttentionPositions | null;
  /** undefined for `Linear`s. */
  readonly makeLinear: MakeLinear<L> | undefined;
}

/** @throws ArgumentError for a wrong size or option, ShapeError unless nHead divides dModel. */
export function layerSettings<L extends LinearMap>(
  layer: LayerName,
  dModel: number,
  nHead: number,
  given: TransformerLayerOptions<L>,
): LayerSettings<L> {
  checkHeads(layer, "dModel", dModel, nHead, "nHead");
  const settings = layerOptions[layer](given);
  const positions = checkPositions(layer, settings.positions, nHead, dModel / nHead);
  return { ...settings, positions, makeLinear: given?.makeLinear };
}

export function activate(x: Tensor, activation: Activation): Tensor {
  if (typeof activation === "function") return activation(x);
  return activation === "relu" ? x.relu() : x.gelu();
}
