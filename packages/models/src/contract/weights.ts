import { headsRule, layersRule } from "@saccade/attention/model";
import { Embedding, HalfEmbedding, type HalfFormat, HalfLinear, Linear, type LinearMap } from "@saccade/nn";
import { ArgumentError } from "@saccade/tensor";
import { oneOf, required, size } from "@saccade/tensor/contract";

/** The sizes of models of layers. */
export const sizeRules = {
  /** The width of the embeddings, a multiple of `numHeads`; GPT may give `headDim` instead. */
  dModel: required(size()),
  /** The number of layers, of each side where there are two. */
  numLayers: required(layersRule()),
  /** The number of heads of each attention. */
  numHeads: required(headsRule()),
  /** The width inside the feed-forward networks. Default 4 dModel. */
  dimFeedforward: size(),
};

/** How a model's weights are kept. */
export type WeightsFormat = "float32" | HalfFormat;

/** The options that GPT and BERT share. */
export const weightsRules = {
  /**
   * The format of the linear layers' weights and the token embedding. 16-bit weights take half the memory and are constant:
   * load them, or train adapters next to them. Default "float32".
   */
  weights: oneOf(["float32", "bfloat16", "float16"], "float32"),
};

/** @throws ArgumentError for an odd width where the format packs weights in twos. */
export function checkWidths(
  what: string,
  weights: WeightsFormat,
  widths: Readonly<Record<string, number>>,
): void {
  const odd = Object.entries(widths).find(([, width]) => width % 2 !== 0);
  if (weights === "float32" || odd === undefined) return;
  throw new ArgumentError(
    `${what}: ${odd.join(" is ")}; it must be even, since 16-bit weights are packed in twos; write weights: "float32".`,
  );
}

/** A linear map whose weight is kept in this format. */
export function makeLinear(weights: WeightsFormat, into: number, out: number, bias: boolean): LinearMap {
  return weights === "float32"
    ? new Linear(into, out, { bias })
    : new HalfLinear(into, out, { bias, format: weights });
}

/** A table of tokens that is kept in this format. */
export function makeTable(weights: WeightsFormat, count: number, size: number): Embedding | HalfEmbedding {
  return weights === "float32" ? new Embedding(count, size) : new HalfEmbedding(count, size, weights);
}
