import type { Tensor } from "@saccade/tensor";
import { linear } from "../layers/linear.ts";
import type { CellStep } from "./weights.ts";

/**
 * r, z = σ(W x + b + U h + c), n = tanh(W x + b + r (U h + c)), h' = (1 − z) n + z h (Cho et al. 2014, with
 * the reset inside, as cuDNN and PyTorch). Gates stand in the order r, z, n.
 */
export const gruStep: CellStep = (projected, [h], { weightHh, biasHh }) => {
  const hidden = h!.size(-1);
  const recurrent = linear(h!, weightHh, biasHh); // (B, 3H)
  const gates = projected
    .narrow(-1, 0, 2 * hidden)
    .add(recurrent.narrow(-1, 0, 2 * hidden))
    .sigmoid();
  const r = gates.narrow(-1, 0, hidden);
  const z = gates.narrow(-1, hidden, hidden);
  const n = projected
    .narrow(-1, 2 * hidden, hidden)
    .add(r.mul(recurrent.narrow(-1, 2 * hidden, hidden)))
    .tanh();
  return [n.add(z.mul(h!.sub(n)))];
};

/**
 * i, f, g, o = σ, σ, tanh, σ of W x + b + U h + c; c' = f c + i g, h' = o tanh(c') (Hochreiter & Schmidhuber
 * 1997, with the forget gate of Gers et al. 2000). Gates stand in the order i, f, g, o.
 */
export const lstmStep: CellStep = (projected, [h, c], { weightHh, biasHh }) => {
  const hidden = h!.size(-1);
  const gates = projected.add(linear(h!, weightHh, biasHh)); // (B, 4H)
  const gate = (k: number): Tensor => gates.narrow(-1, k * hidden, hidden);
  const inputAndForget = gates.narrow(-1, 0, 2 * hidden).sigmoid();
  const i = inputAndForget.narrow(-1, 0, hidden);
  const f = inputAndForget.narrow(-1, hidden, hidden);
  const next = f.mul(c!).add(i.mul(gate(2).tanh()));
  return [gate(3).sigmoid().mul(next.tanh()), next];
};
