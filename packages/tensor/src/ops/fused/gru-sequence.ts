import { apply } from "../../apply/apply.ts";
import { wantsGradients } from "../../apply/fused.ts";
import { gruGates } from "../../definitions/gru-step.ts";
import { refuseExtra } from "../../extra-arguments.ts";
import type { Tensor } from "../../tensor.ts";
import { sigmoid as sigmoidValue } from "../elementwise/special.ts";
import {
  type Cell,
  checkSequenceInputs,
  type SequenceOp,
  type SequenceOptions,
  sequenceOps,
} from "./sequence.ts";

const gruCell: Cell = {
  name: "gruSequence",
  gates: 3,
  parts: 1,
  forward(x, u, [h], hidden) {
    const state = h!.data;
    for (let i = 0; i < hidden; i++) {
      const [xAt, uAt, at] = [x.at + i, u.at + i, h!.at + i];
      const r = sigmoidValue(x.data[xAt]! + u.data[uAt]!);
      const z = sigmoidValue(x.data[xAt + hidden]! + u.data[uAt + hidden]!);
      const n = Math.tanh(x.data[xAt + 2 * hidden]! + r * u.data[uAt + 2 * hidden]!);
      state[at] = n + z * (state[at]! - n);
    }
  },
  backward([g], x, u, [h], dx, du, hidden) {
    for (let i = 0; i < hidden; i++) {
      const [xAt, uAt, at] = [x.at + i, u.at + i, g!.at + i];
      const un = u.data[uAt + 2 * hidden]!;
      const r = sigmoidValue(x.data[xAt]! + u.data[uAt]!);
      const z = sigmoidValue(x.data[xAt + hidden]! + u.data[uAt + hidden]!);
      const n = Math.tanh(x.data[xAt + 2 * hidden]! + r * un);
      const d = g!.data[at]!;
      const dn = d * (1 - z) * (1 - n * n); // at tanh's argument
      const dr = dn * un * r * (1 - r); // at r's sigmoid's
      const dz = d * (h!.data[h!.at + i]! - n) * z * (1 - z);
      dx.data[dx.at + i] = dr;
      dx.data[dx.at + hidden + i] = dz;
      dx.data[dx.at + 2 * hidden + i] = dn;
      du.data[du.at + i] = dr;
      du.data[du.at + hidden + i] = dz;
      du.data[du.at + 2 * hidden + i] = dn * r;
      g!.data[at] = d * z;
    }
  },
  step: (x, u, [h]) => [gruGates(x, u, h!)],
};

const made = sequenceOps(gruCell);
export const gruSequenceOp: SequenceOp = made.op;
export const gruSequenceBackwardOp: SequenceOp = made.backwardOp;

/** The result of {@link gruSequence}. */
export interface GruSequenceResult {
  /** The states at all steps, (T, B, H). */
  readonly states: Tensor;
  /** The state at the end, (B, H). */
  readonly last: Tensor;
}

/**
 * Gated recurrent units over a sequence: u = U h + c; r, z = σ(x + u), n = tanh(xₙ + r uₙ), h' = (1 − z) n + z h
 * (Cho et al. 2014, with the reset gate inside as in cuDNN and PyTorch). The gates are in the order r, z, n. The
 * gradient is one pass back through time.
 *
 * @param projected W x + b for all steps, (T, B, 3H)
 * @param h0 (B, H)
 * @param weight U, (3H, H)
 * @param bias c, (3H)
 * @throws ShapeError, DTypeError if shapes or dtypes do not match.
 * @example gruSequence(ones([3, 1, 6]), zeros([1, 2]), zeros([6, 2]), zeros([6])).last // tensor([[0.4640, 0.4640]])
 */
export function gruSequence(
  projected: Tensor,
  h0: Tensor,
  weight: Tensor,
  bias: Tensor,
  options: SequenceOptions = {},
): GruSequenceResult {
  refuseExtra("gruSequence", arguments, 5);
  checkSequenceInputs("gruSequence", { projected, h0, weight, bias }, options);
  const { reverse = false, lengths = null } = options;
  const inputs = [projected, h0, weight, bias, ...(lengths ? [lengths] : [])];
  const keep = wantsGradients();
  const [states, last, fromH] = apply(gruSequenceOp, inputs, { reverse, keep });
  if (!keep) fromH!.dispose();
  return { states: states!, last: last! };
}
