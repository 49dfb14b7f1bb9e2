// Sequences of different lengths as one tensor, and back.
import { ShapeError, stack, type Tensor } from "@saccade/tensor";
import { checkSameBackend, checkTensors, formatShape } from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";
import { type Lengths, lengthsOf, lengthsRule } from "./lengths.ts";

const padOptions = c.options("padSequence([a, b], { batchFirst: true })", {
  /** Whether the batch is the first dim of the result; by default it is the second. */
  batchFirst: c.flag(false),
  /** The value of the padding. Default 0. */
  paddingValue: c.number(0, { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY }),
  /** Where the padding goes. Default "right". */
  paddingSide: c.oneOf(["left", "right"], "right"),
});

/** Options of {@link padSequence}. */
export interface PadSequenceOptions extends c.OptionsOf<typeof padOptions> {}

/**
 * Sequences (Lᵢ, …) of different lengths, padded to the longest: (T, B, …), or (B, T, …) with `batchFirst`. PyTorch's
 * `nn.utils.rnn.pad_sequence`.
 *
 * @throws ShapeError for an empty list, a scalar, and for sequences that differ in another dim.
 * @example padSequence([tensor([1, 2]), tensor([3])], { batchFirst: true }) // tensor([[1, 2], [3, 0]])
 */
export function padSequence(sequences: readonly Tensor[], given?: PadSequenceOptions): Tensor {
  checkTensors("padSequence", "sequences", sequences, `write ${padOptions.example}`);
  const { batchFirst, paddingValue, paddingSide } = padOptions(given);
  const first = sequences[0];
  if (first === undefined)
    throw new ShapeError("padSequence: the list of sequences is empty; give at least one.");
  checkSameBackend("padSequence", sequences);
  sequences.forEach((x, i) => {
    const fits =
      x.ndim > 0 && x.ndim === first.ndim && x.shape.every((size, d) => d === 0 || size === first.shape[d]);
    if (!fits)
      throw new ShapeError(
        `padSequence: sequences[${i}] ${formatShape(x.shape)} must be (length, …) with the sizes ` +
          `${formatShape(first.shape.slice(1))} of sequences[0] after the length.`,
      );
  });
  const steps = Math.max(...sequences.map((x) => x.size(0)));
  const others = new Array<number>(2 * (first.ndim - 1)).fill(0);
  const padded = sequences.map((x) => {
    const missing = steps - x.size(0);
    const sides = paddingSide === "left" ? [missing, 0] : [0, missing];
    return x.pad([...others, ...sides], { value: paddingValue });
  });
  return stack(padded, batchFirst ? 0 : 1);
}

const unpadCall = c.signature(
  "unpadSequence",
  { padded: c.required(c.tensorRule()), lengths: c.required(lengthsRule) },
  {
    /** Whether the batch is the first dim; by default it is the second. */
    batchFirst: c.flag(false),
  },
  { example: "unpadSequence(padded, [2, 1], { batchFirst: true })" },
);

/** Options of {@link unpadSequence}. */
export interface UnpadSequenceOptions extends c.OptionsOf<typeof unpadCall> {}

/**
 * The sequences of a padded batch (T, B, …), without their padding on the right: views (Lᵢ, …). Lengths in a tensor are read
 * on the host. PyTorch's `nn.utils.rnn.unpad_sequence`.
 *
 * @throws ShapeError unless there is one length per sequence; IndexError for a length beyond T.
 * @example unpadSequence(tensor([[1, 2], [3, 0]]), [2, 1], { batchFirst: true })[1] // tensor([3])
 */
export function unpadSequence(padded: Tensor, lengths: Lengths, given?: UnpadSequenceOptions): Tensor[] {
  const { batchFirst } = unpadCall([padded, lengths, given]);
  if (padded.ndim < 2)
    throw new ShapeError(`unpadSequence: padded ${padded.describe()} must have two dims or more.`);
  const batch = batchFirst ? padded : padded.transpose(0, 1);
  const sizes = { steps: batch.size(1), batch: batch.size(0), backend: padded.backend };
  const counts = lengthsOf("unpadSequence", "lengths", lengths, sizes).dataSync();
  return batch.unbind(0).map((x, i) => x.narrow(0, 0, counts[i]!));
}
