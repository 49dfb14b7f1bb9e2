// Local response norm: function and layer.
import type { Tensor } from "@saccade/tensor";
import { type Given, number, required, type Settings, size } from "@saccade/tensor/contract";
import { functionOf, layerOf, type OperationLayer } from "../operation.ts";
import { checkChannels } from "./channel-norm.ts";

const rules = () => ({
  /** The factor of the mean square. Default 1e-4. */
  alpha: number(1e-4),
  /** The exponent. Default 0.75. */
  beta: number(0.75),
  /** Added to the mean square. Default 1. */
  k: number(1),
});

/** Options of `functional.localResponseNorm` and of `LocalResponseNorm`. */
export interface LocalResponseNormOptions extends Given<ReturnType<typeof rules>> {}

interface Fields extends Settings<ReturnType<typeof rules>> {
  /** The number of neighboring channels in a mean. */
  readonly size: number;
}

const responding = () => ({
  x: "(…)",
  dtype: "float" as const,
  positional: { size: required(size()) },
  options: rules(),
  example: "5, { alpha: 1e-4 }",
  prepare: (what: string, fields: Fields) => ({
    fields,
    run(x: Tensor) {
      const { size, alpha, beta, k } = fields;
      checkChannels(what, { x }, true, 3);
      const channels = x.size(1);
      const before = Math.floor(size / 2);
      const others = x.shape.slice(2).flatMap(() => [0, 0]);
      const padded = x.square().pad([...others, before, size - 1 - before]); // (n, c + size − 1, …)
      let sum = padded.narrow(1, 0, channels);
      for (let i = 1; i < size; i++) sum = sum.add(padded.narrow(1, i, channels));
      return x.div(
        sum
          .mul(alpha / size)
          .add(k)
          .pow(beta),
      );
    },
  }),
});

type Responding = [size: number, options?: LocalResponseNormOptions];

/**
 * x / (k + alpha · m)^beta, where m is the mean square of `size` neighboring channels, those outside counted as zeros:
 * x (n, c, l, …) → the same (Krizhevsky, Sutskever & Hinton 2012, section 3.3).
 *
 * @throws ShapeError unless x has 3 dims or more.
 * @example functional.localResponseNorm(ones([1, 2, 1]), 1, { alpha: 3, beta: 0.5 }) // tensor([[[0.5000], [0.5000]]])
 */
export const localResponseNorm = /* @__PURE__ */ functionOf<Responding>("localResponseNorm", responding);

interface ResponseNorm extends OperationLayer, Fields {}

/**
 * Divides by the mean square of neighboring channels, as {@link functional.localResponseNorm} does: (n, c, l, …) → the same
 * (Krizhevsky, Sutskever & Hinton 2012).
 *
 * @example new LocalResponseNorm(1, { alpha: 3, beta: 0.5 }).forward(ones([1, 1, 2])) // tensor([[[0.5000, 0.5000]]])
 */
export class LocalResponseNorm extends /* @__PURE__ */ layerOf<Responding, ResponseNorm>(
  "LocalResponseNorm",
  responding,
) {}
