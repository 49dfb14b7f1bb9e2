import { ShapeError, type Tensor } from "@saccade/tensor";
import { checkTensor, formatShape, type OptionNames, optionNames } from "@saccade/tensor/backend";
import type { MaskOptions } from "../combine-masks.ts";
import { maskNames, memoryRenames, moduleRenames } from "../options.ts";

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

const encoderNames = { ...maskNames, bias: true, needWeights: true } as const;

/** The options of the `forward` of an encoder or its layer. */
export function encoderForward(what: string): OptionNames {
  return optionNames<EncoderForwardOptions>(
    `${what}.forward`,
    encoderNames,
    "encoder.forward(src, { mask, keyMask, causal: true })",
    moduleRenames,
  );
}

/** The options of the `forward` of a decoder or its layer. */
export function decoderForward(what: string): OptionNames {
  return optionNames<DecoderForwardOptions>(
    `${what}.forward`,
    { ...encoderNames, crossMask: true, crossKeyMask: true, crossValidLens: true, crossBias: true },
    "decoder.forward(tgt, memory, { causal: true, crossKeyMask })",
    memoryRenames,
  );
}

/** @throws ArgumentError unless x is a tensor, ShapeError unless it is a sequence of vectors of size dModel, batched or not. */
export function checkSequence(what: string, name: string, x: unknown, dModel: number): asserts x is Tensor {
  checkTensor(what, name, x);
  if ((x.ndim === 2 || x.ndim === 3) && x.size(-1) === dModel) return;
  throw new ShapeError(
    `${what}: ${name} ${formatShape(x.shape)} must be (length, b, ${dModel}), (b, length, ${dModel}) with batchFirst, or ` +
      `(length, ${dModel}) without a batch.`,
  );
}
