import type { Tensor } from "@saccade/tensor";
import type { MuonOptions } from "../optim/kinds.ts";
import { decays, numbers, type Scalar, type Step, towards } from "./direction.ts";

/** A matrix and its state in Muon, which starts as zeros. */
export interface MuonState {
  /** The parameter (n, m). */
  readonly x: Tensor;
  /** The running mean of the gradient (n, m). */
  readonly momentum: Tensor;
}

/** Options of {@link muon}. */
export interface MuonTerms extends Partial<MuonOptions> {}

/**
 * An orthogonal matrix near g (n, m), whose singular values are all near 1: `steps` Newton-Schulz iterations of the odd
 * polynomial a s + b s³ + c s⁵ on the singular values of g / ‖g‖.
 *
 * @example orthogonalize(eye(2), { a: 3.4445, b: -4.775, c: 2.0315, eps: 1e-7 }, 5).shape // [2, 2]
 */
export function orthogonalize(
  g: Tensor,
  n: Readonly<Record<"a" | "b" | "c" | "eps", Scalar>>,
  steps: number,
): Tensor {
  const tall = g.size(0) > g.size(1);
  let y = tall ? g.t() : g; // the smaller Gram matrix
  y = y.div(y.square().sum().sqrt().maximum(n.eps));
  for (let i = 0; i < steps; i++) {
    const gram = y.matmul(y.t());
    y = y.mul(n.a).add(gram.mul(n.b).add(gram.matmul(gram).mul(n.c)).matmul(y));
  }
  return tall ? y.t() : y;
}

/**
 * A step of Muon with gradient g (Jordan et al. 2024, "Muon: An optimizer for hidden layers in neural networks"): the
 * momentum, made orthogonal. `adjustLrFn` "match_rms_adamw" scales it as in Liu et al. 2025, "Muon is Scalable for LLM
 * Training".
 *
 * @example muon({ x: eye(2), momentum: zeros([2, 2]) }, eye(2), { lr: 0.1 }).x.shape // [2, 2]
 */
export function muon(state: MuonState, g: Tensor, options: MuonTerms = {}, t: Step = 1): MuonState {
  const n = numbers(t, () => {
    const { lr = 1e-3, weightDecay = 0.1, momentum = 0.95, eps = 1e-7 } = options;
    const [a, b, c] = options.nsCoefficients ?? [3.4445, -4.775, 2.0315];
    return { share: 1 - momentum, momentum, lr, eps, a, b, c, ...decays(lr, weightDecay) };
  });
  const { nesterov = true, nsSteps = 5, adjustLrFn } = options;
  const momentum = towards(state.momentum, g, n.share);
  const move = orthogonalize(nesterov ? towards(g, momentum, n.momentum) : momentum, n, nsSteps);
  const [rows, columns] = [g.size(0), g.size(1)];
  const ratio =
    adjustLrFn === "match_rms_adamw"
      ? 0.2 * Math.sqrt(Math.max(rows, columns))
      : Math.sqrt(Math.max(1, rows / columns));
  return { x: state.x.mul(n.shrink).sub(move.mul(n.lr).mul(ratio)), momentum };
}
