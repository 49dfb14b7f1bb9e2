import type { Tensor } from "@saccade/tensor";
import { iterable } from "@saccade/tensor/backend";
import type { Given } from "@saccade/tensor/contract";
import type { needWeightsRules } from "../contract/rules.ts";

/** The result of an attention: weighted means of the values, and the weights. */
export interface Attended {
  /** (…, lq, dv). */
  readonly output: Tensor;
  /** (…, lq, lk), before dropout: each row sums to 1, or to 0 if all keys are masked. */
  readonly weights: Tensor;
}

/** The result of an attention with optional weights. */
export interface MaybeAttended {
  /** (…, lq, d): the weighted sums of the values. */
  readonly output: Tensor;
  /** undefined with `needWeights: false`. */
  readonly weights: Tensor | undefined;
}

/** Whether an attention returns its weights. `W` is the type of `needWeights`. */
export interface WeightsOptions<W extends boolean = boolean> extends Given<typeof needWeightsRules> {
  readonly needWeights?: W | undefined;
}

/**
 * {@link Attended} if `needWeights` is known to be true, otherwise {@link MaybeAttended}. It is a named tuple, as PyTorch's:
 * `const [output, weights] = …` works too.
 */
export type AttendedIf<W extends boolean> = [W] extends [true] ? Attended & Iterable<Tensor> : MaybeAttended;

/**
 * Narrows the type by `needWeights`: the weights are present unless it is false.
 *
 * @example attendedIf({ output: ones([2]), weights: undefined }).output.shape // [2]
 */
export function attendedIf<W extends boolean>(attended: MaybeAttended): AttendedIf<W> {
  return iterable(attended) as AttendedIf<W>;
}
