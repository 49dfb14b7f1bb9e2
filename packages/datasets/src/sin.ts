import { arange, Generator, rand, randn, scope, sort, type Tensor } from "@saccade/tensor";
import { checkTensor } from "@saccade/tensor/backend";
import { number, type OptionsOf, options, size, whole } from "@saccade/tensor/contract";

const sinOptions = options(
  "sinData",
  {
    /** The number of training points, a whole number ≥ 1. Default 50. */
    n: size(50),
    /** Standard deviation of the noise on y, a number ≥ 0. Default 0.5. */
    noise: number(0.5, { min: 0, max: 1e6 }),
    /** A whole number ≥ 0. Without one the points follow `manualSeed`. */
    seed: whole(undefined, { min: 0 }),
  },
  {
    example: "sinData({ n: 50, noise: 0.5, seed: 0 })",
    renamed: { nTrain: "write n: 50", std: "write noise: 0.5" },
  },
);

/** Options of {@link sinData}. */
export interface SinDataOptions extends OptionsOf<typeof sinOptions> {}

/** The result of {@link sinData}. */
export interface SinData {
  /** (n), rising, in [0, 5). */
  readonly xTrain: Tensor;
  /** (n). */
  readonly yTrain: Tensor;
}

/**
 * 2 sin x + x^0.8, the curve that kernel regression is to find (Zhang et al., *Dive into Deep Learning*, 10.2), of the
 * shape of x. NaN below 0.
 *
 * @throws ArgumentError unless `x` is a tensor.
 * @example sinTruth(tensor([0, 1])) // tensor([0.0000, 2.6829])
 */
export function sinTruth(x: Tensor): Tensor {
  checkTensor("sinTruth", "x", x);
  return x.sin().mul(2).add(x.pow(0.8));
}

/**
 * Noisy points of {@link sinTruth}: x uniform in [0, 5) and sorted, y with normal noise.
 *
 * @throws ArgumentError for an unknown option or a wrong value.
 * @example sinData({ n: 50, noise: 0.5, seed: 0 }).xTrain.shape // [50]
 */
export function sinData(given: SinDataOptions = {}): SinData {
  const { n, noise, seed } = sinOptions(given);
  const random = seed === undefined ? {} : { generator: new Generator(seed) };
  return scope(() => {
    const xTrain = sort(rand([n], random).mul(5)).values;
    return { xTrain, yTrain: sinTruth(xTrain).add(randn([n], random).mul(noise)) };
  });
}

/**
 * The points at which the curve is evaluated: 0, 0.1, … 4.9, of shape (50).
 *
 * @example sinTestGrid().shape // [50]
 */
export function sinTestGrid(): Tensor {
  return arange(0, 5, 0.1);
}
