import type { Tensor } from "../tensor.ts";
import type { GateWeights } from "./gru-step.ts";
import { linear } from "./linear.ts";

type Four = [Tensor, Tensor, Tensor, Tensor];

/** The state of an LSTM. */
export interface LSTMStepState {
  /** The hidden state, (b, n), which is also the output. */
  readonly h: Tensor;
  /** The cell, (b, n). */
  readonly c: Tensor;
}

/**
 * One step of long short-term memory: x (b, i), h and c (b, n) → h and c. Hochreiter and Schmidhuber 1997, with the forget
 * gate of Gers et al. 2000. The gates are i, f, g, o, as in PyTorch.
 *
 * @example
 * const state = { h: zeros([2, 3]), c: zeros([2, 3]) };
 * lstmStep(ones([2, 4]), state, { ih: ones([12, 4]), hh: ones([12, 3]) }).h.shape // [2, 3]
 */
export function lstmStep(x: Tensor, { h, c }: LSTMStepState, w: GateWeights): LSTMStepState {
  return lstmGates(linear(x, w.ih, w.biasIh).add(linear(h, w.hh, w.biasHh)), c);
}

/**
 * The step, given the sum of the projected input and the projected state: gates (b, 4 n).
 *
 * @example lstmGates(zeros([2, 12]), ones([2, 3])).c.shape // [2, 3]
 */
export function lstmGates(gates: Tensor, c: Tensor): LSTMStepState {
  // #region gates
  // (b, n) each
  const [input, forget, candidate, output] = gates.chunk(4, -1) as Four;
  const kept = forget.sigmoid().mul(c);
  const next = kept.add(input.sigmoid().mul(candidate.tanh()));
  return { h: output.sigmoid().mul(next.tanh()), c: next };
  // #endregion gates
}
