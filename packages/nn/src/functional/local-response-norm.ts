import type { Tensor } from "@saccade/tensor";
import { number, type OptionsOf, required, size, tensorRule } from "@saccade/tensor/contract";
import { layerCall } from "../rules.ts";
import { checkChannels } from "./channels.ts";

/** The settings of a local response norm. */
export const responseRules = {
  /** The factor of the mean square. Default 1e-4. */
  alpha: number(1e-4),
  /** The exponent. Default 0.75. */
  beta: number(0.75),
  /** Added to the mean square. Default 1. */
  k: number(1),
};
const call = layerCall(
  "localResponseNorm",
  { x: required(tensorRule("float")), size: required(size()) },
  responseRules,
  { example: "localResponseNorm(x, 5, { alpha: 1e-4 })" },
);

/** Options of `functional.localResponseNorm` and of `LocalResponseNorm`. */
export interface LocalResponseNormOptions extends OptionsOf<typeof call> {}

/**
 * x / (k + alpha · m)^beta, where m is the mean square of `size` neighboring channels, those outside counted as zeros:
 * x (n, c, l, …) → the same (Krizhevsky, Sutskever & Hinton 2012, section 3.3).
 *
 * @throws ShapeError unless x has 3 dims or more.
 * @example functional.localResponseNorm(ones([1, 2, 1]), 1, { alpha: 3, beta: 0.5 }) // tensor([[[0.5000], [0.5000]]])
 */
export function localResponseNorm(x: Tensor, size: number, options?: LocalResponseNormOptions): Tensor {
  const { size: width, alpha, beta, k } = call([x, size, options]);
  checkChannels("localResponseNorm", { x }, true, 3);
  return normalizeResponses(x, width, { alpha, beta, k });
}

/** {@link localResponseNorm} of a checked tensor. */
export function normalizeResponses(
  x: Tensor,
  width: number,
  { alpha, beta, k }: { alpha: number; beta: number; k: number },
): Tensor {
  const channels = x.size(1);
  const before = Math.floor(width / 2);
  const others = x.shape.slice(2).flatMap(() => [0, 0]);
  const padded = x.square().pad([...others, before, width - 1 - before]); // (n, c + width − 1, …)
  let sum = padded.narrow(1, 0, channels);
  for (let i = 1; i < width; i++) sum = sum.add(padded.narrow(1, i, channels));
  return x.div(
    sum
      .mul(alpha / width)
      .add(k)
      .pow(beta),
  );
}
