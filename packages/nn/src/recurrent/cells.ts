import { gruGates, split } from "@saccade/tensor";
import { linear } from "../layers/linear.ts";
import type { CellStep } from "./weights.ts";

/**
 * r, z = σ(W x + b + U h + c), n = tanh(W x + b + r (U h + c)), h' = (1 − z) n + z h (Cho et al. 2014, with
 * the reset inside, as cuDNN and PyTorch). Gates stand in the order r, z, n.
 */
export const gruStep: CellStep = (projected, [h], { weightHh, biasHh }) => [
  gruGates(projected, linear(h!, weightHh, biasHh), h!),
];

/**
 * i, f, g, o = σ, σ, tanh, σ of W x + b + U h + c; c' = f c + i g, h' = o tanh(c') (Hochreiter & Schmidhuber
 * 1997, with the forget gate of Gers et al. 2000). Gates stand in the order i, f, g, o.
 */
export const lstmStep: CellStep = (projected, [h, c], { weightHh, biasHh }) => {
  const hidden = h!.size(-1);
  const all = projected.add(linear(h!, weightHh, biasHh)); // (B, 4H)
  const [inputForget, candidate, output] = split(all, [2 * hidden, hidden, hidden], -1);
  const [i, f] = split(inputForget!.sigmoid(), hidden, -1);
  const next = f!.mul(c!).add(i!.mul(candidate!.tanh()));
  return [output!.sigmoid().mul(next.tanh()), next];
};
