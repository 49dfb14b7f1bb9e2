import type { AttentionPositions, MakeLinear, MaskFillOptions } from "@saccade/attention";
import {
  checkDropout,
  checkFill,
  checkHeads,
  checkMakeLinear,
  checkPositions,
} from "@saccade/attention/model";
import type { Linear, LinearMap } from "@saccade/nn";
import type { Tensor } from "@saccade/tensor";
import {
  badArgument,
  checkBoolean,
  checkChoice,
  checkInteger,
  checkOptions,
  type OptionNames,
  optionNames,
} from "@saccade/tensor/backend";
import { checkEps } from "../contract/check-options.ts";

/** What stands between the two linear maps of a feed-forward sublayer. */
export type Activation = "relu" | "gelu" | ((x: Tensor) => Tensor);

/** Options of an encoder or decoder layer, with PyTorch's defaults. */
export interface TransformerLayerOptions<L extends LinearMap = Linear> extends MaskFillOptions {
  /** The width between the two linear maps. Default 2048. */
  readonly dimFeedforward?: number | undefined;
  /** Of attention weights, of the hidden units, and of each sublayer's output, while training. Default 0.1. */
  readonly dropout?: number | undefined;
  /** Default "relu". */
  readonly activation?: Activation | undefined;
  /** Default 1e-5. */
  readonly layerNormEps?: number | undefined;
  /** Inputs are (b, length, dModel) instead of (length, b, dModel). Default false. */
  readonly batchFirst?: boolean | undefined;
  /** Each sublayer normalizes its input instead of its sum (Xiong et al. 2020). Default false. */
  readonly normFirst?: boolean | undefined;
  /** Positions inside the self-attention: rotary, relative or ALiBi. Layers may share them. Default none. */
  readonly positions?: AttentionPositions | null | undefined;
  /** Makes the linear maps, such as `HalfLinear`s. Default `Linear`s. */
  readonly makeLinear?: MakeLinear<L> | undefined;
}

const names = {
  dimFeedforward: true,
  dropout: true,
  activation: true,
  layerNormEps: true,
  batchFirst: true,
  normFirst: true,
  positions: true,
  makeLinear: true,
  maskFill: true,
} as const;

type LayerName = "TransformerEncoderLayer" | "TransformerDecoderLayer";

function optionsOf(layer: LayerName): OptionNames {
  return optionNames<TransformerLayerOptions>(
    layer,
    names,
    `new ${layer}(dModel, nHead, { batchFirst: true })`,
  );
}

const options: Readonly<Record<LayerName, OptionNames>> = {
  TransformerEncoderLayer: optionsOf("TransformerEncoderLayer"),
  TransformerDecoderLayer: optionsOf("TransformerDecoderLayer"),
};

/** A layer's options with their defaults. */
export interface LayerSettings<L extends LinearMap> {
  readonly dimFeedforward: number;
  readonly dropout: number;
  readonly activation: Activation;
  readonly layerNormEps: number;
  readonly batchFirst: boolean;
  readonly normFirst: boolean;
  readonly positions: AttentionPositions | null;
  /** Without one, a query with no key left gives zeros. */
  readonly maskFill: number | null;
  /** undefined for `Linear`s. */
  readonly makeLinear: MakeLinear<L> | undefined;
}

/** @throws ArgumentError for sizes and options that are none, ShapeError unless nHead divides dModel. */
export function layerSettings<L extends LinearMap>(
  layer: LayerName,
  dModel: number,
  nHead: number,
  given: TransformerLayerOptions<L>,
): LayerSettings<L> {
  checkHeads(layer, "dModel", dModel, nHead, "nHead");
  checkOptions(options[layer], given);
  const { dimFeedforward = 2048, dropout = 0.1, activation = "relu", layerNormEps = 1e-5 } = given;
  const { batchFirst = false, normFirst = false } = given;
  checkInteger(layer, "dimFeedforward", dimFeedforward, 1);
  checkEps(layer, "layerNormEps", layerNormEps);
  checkBoolean(layer, "batchFirst", batchFirst);
  checkBoolean(layer, "normFirst", normFirst);
  if (typeof activation !== "function") checkActivation(layer, activation);
  checkMakeLinear(layer, given.makeLinear);
  return {
    dimFeedforward,
    dropout: checkDropout(layer, dropout),
    activation,
    layerNormEps,
    batchFirst,
    normFirst,
    positions: checkPositions(layer, given.positions, nHead, dModel / nHead),
    maskFill: checkFill(layer, given.maskFill),
    makeLinear: given.makeLinear,
  };
}

function checkActivation(layer: string, activation: unknown): void {
  if (typeof activation !== "string") {
    throw badArgument(layer, "activation", '"relu", "gelu" or a function', activation);
  }
  checkChoice(layer, "activation", activation, ["relu", "gelu"]);
}

export function activate(x: Tensor, activation: Activation): Tensor {
  if (typeof activation === "function") return activation(x);
  return activation === "relu" ? x.relu() : x.gelu();
}
