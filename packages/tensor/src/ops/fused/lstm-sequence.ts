import { apply } from "../../apply/apply.ts";
import { wantsGradients } from "../../apply/fused.ts";
import { lstmGates } from "../../definitions/lstm-step.ts";
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

const lstmCell: Cell = {
  name: "lstmSequence",
  gates: 4,
  parts: 2,
  forward(x, u, [h, c], hidden) {
    for (let k = 0; k < hidden; k++) {
      const [xAt, uAt, at] = [x.at + k, u.at + k, c!.at + k];
      const i = sigmoidValue(x.data[xAt]! + u.data[uAt]!);
      const f = sigmoidValue(x.data[xAt + hidden]! + u.data[uAt + hidden]!);
      const g = Math.tanh(x.data[xAt + 2 * hidden]! + u.data[uAt + 2 * hidden]!);
      const o = sigmoidValue(x.data[xAt + 3 * hidden]! + u.data[uAt + 3 * hidden]!);
      const next = f * c!.data[at]! + i * g;
      c!.data[at] = next;
      h!.data[h!.at + k] = o * Math.tanh(next);
    }
  },
  backward([dh, dc], x, u, [, c], dx, du, hidden) {
    for (let k = 0; k < hidden; k++) {
      const [xAt, uAt, at] = [x.at + k, u.at + k, dc!.at + k];
      const i = sigmoidValue(x.data[xAt]! + u.data[uAt]!);
      const f = sigmoidValue(x.data[xAt + hidden]! + u.data[uAt + hidden]!);
      const g = Math.tanh(x.data[xAt + 2 * hidden]! + u.data[uAt + 2 * hidden]!);
      const o = sigmoidValue(x.data[xAt + 3 * hidden]! + u.data[uAt + 3 * hidden]!);
      const before = c!.data[c!.at + k]!;
      const tanhC = Math.tanh(f * before + i * g);
      const d = dh!.data[dh!.at + k]!;
      const dNext = dc!.data[at]! + d * o * (1 - tanhC * tanhC);
      const gates = [
        dNext * g * i * (1 - i),
        dNext * before * f * (1 - f),
        dNext * i * (1 - g * g),
        d * tanhC * o * (1 - o),
      ];
      gates.forEach((value, j) => {
        dx.data[dx.at + j * hidden + k] = value;
        du.data[du.at + j * hidden + k] = value;
      });
      dh!.data[dh!.at + k] = 0;
      dc!.data[at] = dNext * f;
    }
  },
  step(x, u, [, c]) {
    const next = lstmGates(x.add(u), c!);
    return [next.h, next.c];
  },
};

const made = sequenceOps(lstmCell);
export const lstmSequenceOp: SequenceOp = made.op;
export const lstmSequenceBackwardOp: SequenceOp = made.backwardOp;

/** The result of {@link lstmSequence}. */
export interface LstmSequenceResult {
  /** The hidden states at all steps, (T, B, H). */
  readonly states: Tensor;
  /** The cell states at all steps, (T, B, H). */
  readonly cells: Tensor;
  /** Both at the end, (B, H). */
  readonly lastState: Tensor;
  /** The last cell states: (b, h). */
  readonly lastCell: Tensor;
}

/**
 * Long short-term memory over a sequence: i, f, g, o = σ, σ, tanh, σ of x + U h + c; cell' = f cell + i g,
 * h' = o tanh(cell') (Hochreiter & Schmidhuber 1997, with the forget gate of Gers et al. 2000). The gates are in the
 * order i, f, g, o. The gradient is one pass back through time.
 *
 * @param projected W x + b for all steps, (T, B, 4H)
 * @param h0 (B, H)
 * @param c0 (B, H)
 * @param weight U, (4H, H)
 * @param bias c, (4H)
 * @throws ShapeError, DTypeError if shapes or dtypes do not match.
 * @example lstmSequence(ones([3, 1, 8]), zeros([1, 2]), zeros([1, 2]), zeros([8, 2]), zeros([8])).lastState // tensor([[0.6225, 0.6225]])
 */
export function lstmSequence(
  projected: Tensor,
  h0: Tensor,
  c0: Tensor,
  weight: Tensor,
  bias: Tensor,
  options: SequenceOptions = {},
): LstmSequenceResult {
  refuseExtra("lstmSequence", arguments, 6);
  checkSequenceInputs("lstmSequence", { projected, h0, c0, weight, bias }, options);
  const { reverse = false, lengths = null } = options;
  const inputs = [projected, h0, c0, weight, bias, ...(lengths ? [lengths] : [])];
  const keep = wantsGradients();
  const [states, cells, lastState, lastCell, fromH] = apply(lstmSequenceOp, inputs, { reverse, keep });
  if (!keep) fromH!.dispose();
  return { states: states!, cells: cells!, lastState: lastState!, lastCell: lastCell! };
}
