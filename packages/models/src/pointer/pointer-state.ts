import type { Tensor } from "@saccade/tensor";

/** The state of a PointerNetwork between two steps. */
export interface PointerState {
  /** The encoder's states, that of the end last: (b, positions, h). */
  readonly keys: Tensor;
  /** The keys as the scores take them, (b, positions, h), computed once a sequence. */
  readonly projectedKeys: Tensor;
  /** bool (b, positions), true where one may still point. */
  readonly open: Tensor;
  /** The decoder's state, (b, h). */
  readonly hidden: Tensor;
}

/** The result of one step of a PointerNetwork. */
export interface PointerStep {
  /** Log-probabilities of the positions, (b, positions). */
  readonly logProbs: Tensor;
  /** The decoder's state after the step. */
  readonly state: PointerState;
}
