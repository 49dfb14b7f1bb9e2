import type { Tensor } from "@saccade/tensor";

/** What an attention gives: the values' weighted means, and the weights. */
export interface Attended {
  /** (…, lq, dv). */
  readonly output: Tensor;
  /** (…, lq, lk), before dropout: each row sums to 1, or to 0 where nothing may be attended to. */
  readonly weights: Tensor;
}

/** What an attention gives whose weights may not have been asked for. */
export interface MaybeAttended {
  readonly output: Tensor;
  /** undefined with `needWeights: false`. */
  readonly weights: Tensor | undefined;
}

/** Whether an attention gives its weights back; `W` is what the compiler knows of it. */
export interface WeightsOptions<W extends boolean = boolean> {
  /**
   * Default true. Without them no (lq, lk) matrix is held, unless keys are masked with a finite `maskFill`: that gives
   * them weight, which only the matrix tells exactly.
   */
  readonly needWeights?: W | undefined;
}

/** {@link Attended} where the weights are surely asked for, else {@link MaybeAttended}. */
export type AttendedIf<W extends boolean> = [W] extends [true] ? Attended : MaybeAttended;

/** Tells the compiler what `needWeights` says: the weights are there unless it is false. */
export function attendedIf<W extends boolean>(attended: MaybeAttended): AttendedIf<W> {
  return attended as AttendedIf<W>;
}
