import type { MaskOptions, MultiheadAttention } from "@saccade/attention";
import {
  biasFor,
  checkFloats,
  combineMasks,
  memoryRenames,
  moduleRenames,
  type Scores,
} from "@saccade/attention/model";
import { ShapeError, Tensor } from "@saccade/tensor";
import { formatShape } from "@saccade/tensor/backend";
import { flag, options, unchecked } from "@saccade/tensor/contract";

/** Masks of an encoder, or of an encoder layer, and whether its weights are wanted. */
export interface EncoderForwardOptions<W extends boolean = boolean> extends MaskOptions {
  /** Floats that are added to the scores: (n, n), (b, n, n) or (b, 1 or h, n, n). */
  readonly bias?: Tensor | undefined;
  /** Whether the weights are given back beside the output, (b, h, n, n) for each layer. Default false. */
  readonly needWeights?: W | undefined;
}

/**
 * Masks of a decoder, or of a decoder layer: `mask`, `keyMask`, `validLens`, `causal` and `bias` are for the target's
 * attention to itself, those that begin with `cross` for its attention to the memory.
 */
export interface DecoderForwardOptions<W extends boolean = boolean> extends EncoderForwardOptions<W> {
  /** bool (lt, lm), (b, lt, lm) or (b, 1 or h, lt, lm), true where a target position may attend to the memory's. */
  readonly crossMask?: Tensor | undefined;
  /** bool (b, lm), true where a position of the memory may be attended to. */
  readonly crossKeyMask?: Tensor | undefined;
  /** int32 (b), or (b, lt): how many positions of the memory count, from the first. */
  readonly crossValidLens?: Tensor | undefined;
  /** Floats that are added to the scores for the memory, in the forms of `crossMask`. */
  readonly crossBias?: Tensor | undefined;
}

// Masks and biases are checked where they meet the scores.
const tensor = unchecked<Tensor>("a tensor");
const encoderRules = {
  mask: tensor,
  keyMask: tensor,
  validLens: tensor,
  causal: flag(),
  bias: tensor,
  needWeights: flag(),
};
const decoderRules = {
  ...encoderRules,
  crossMask: tensor,
  crossKeyMask: tensor,
  crossValidLens: tensor,
  crossBias: tensor,
  cache: unchecked<unknown>("a cache"),
};

/** The options of the `forward` of an encoder or its layer. */
export const encoderForward = (what: string) =>
  options(`${what}.forward`, encoderRules, {
    example: "encoder.forward(src, { mask, keyMask, causal: true })",
    renamed: moduleRenames,
  });

/** The options of the `forward` of a decoder or its layer. */
export const decoderForward = (what: string) =>
  options(`${what}.forward`, decoderRules, {
    example: "decoder.forward(tgt, memory, { causal: true, crossKeyMask })",
    renamed: memoryRenames,
  });

/** @throws ArgumentError unless x is a tensor, ShapeError unless it is a sequence of vectors of size dModel, batched or not. */
export function checkSequence(what: string, name: string, x: unknown, dModel: number): asserts x is Tensor {
  checkFloats(what, name, x);
  if ((x.ndim === 2 || x.ndim === 3) && x.size(-1) === dModel) return;
  throw new ShapeError(
    `${what}: ${name} ${formatShape(x.shape)} must be (length, b, ${dModel}), (b, length, ${dModel}) with batchFirst, or ` +
      `(length, ${dModel}) without a batch.`,
  );
}

/** The masks and the bias of one of a layer's attentions. */
export interface LayerMasks extends Omit<MaskOptions, "causal"> {
  readonly bias?: Tensor | undefined;
}

/**
 * The masks of one of a layer's attentions as one mask, and its bias: checked against queries and keys before the layer
 * begins, so that errors name the layer and its options.
 *
 * @param place the layer, what the names of the options begin with, and the number of cached keys before the given ones
 * @throws ShapeError, DTypeError, IndexError when they do not fit.
 */
export function layerMasks(
  place: Pick<Scores, "what" | "prefix"> & { readonly cached?: number },
  { batchFirst, numHeads }: Pick<MultiheadAttention, "batchFirst" | "numHeads">,
  [queries, keys]: readonly [Tensor, Tensor],
  { mask, keyMask, validLens, bias }: LayerMasks,
): LayerMasks {
  const [lq, lk] = [queries, keys].map((x) => x.size(x.ndim === 2 || !batchFirst ? 0 : 1));
  const [b, other] = [queries, keys].map((x) => (x.ndim === 2 ? 1 : x.size(batchFirst ? 0 : 1)));
  if (queries.ndim !== keys.ndim || b !== other) {
    throw new ShapeError(
      `${place.what}: tgt ${formatShape(queries.shape)} and memory ${formatShape(keys.shape)} must have one batch size; they are ` +
        `${batchFirst ? "(b, length, dModel)" : "(length, b, dModel), or (b, length, dModel) with { batchFirst: true }"}.`,
    );
  }
  const scores = { ...place, shape: [b!, numHeads, lq!, (place.cached ?? 0) + lk!], headsHidden: true };
  const rows =
    keyMask instanceof Tensor && keyMask.ndim === 1 && queries.ndim === 2 ? keyMask.unsqueeze(0) : keyMask;
  return {
    mask: combineMasks(scores, { mask, keyMask: rows, validLens }, queries.backend),
    bias: biasFor(scores, { bias }),
  };
}
