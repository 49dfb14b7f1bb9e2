import { arange, Generator, rand, randn, scope, sort, type Tensor } from "@saccade/tensor";

export interface SinDataOptions {
  /** How many training points. Default 50. */
  readonly n?: number;
  /** Standard deviation of the noise on y. Default 0.5. */
  readonly noise?: number;
  /** Without one the points follow `manualSeed`. */
  readonly seed?: number;
}

export interface SinData {
  /** (n), rising, in [0, 5). */
  readonly xTrain: Tensor;
  /** (n). */
  readonly yTrain: Tensor;
}

/** 2 sin x + x^0.8, the curve that kernel regression is to find. */
export function sinTruth(x: Tensor): Tensor {
  return x.sin().mul(2).add(x.pow(0.8));
}

/**
 * Noisy points of {@link sinTruth}: x uniform in [0, 5) and sorted, y with normal noise.
 *
 * @throws RangeError for less than one point or a negative standard deviation.
 */
export function sinData({ n = 50, noise = 0.5, seed }: SinDataOptions = {}): SinData {
  if (!Number.isInteger(n) || n < 1)
    throw new RangeError(`sinData: n is ${n}; it must be a whole number ≥ 1.`);
  if (!(noise >= 0)) throw new RangeError(`sinData: noise ${noise} is a standard deviation and must be ≥ 0.`);
  const random = seed === undefined ? {} : { generator: new Generator(seed) };
  return scope(() => {
    const xTrain = sort(rand([n], random).mul(5)).values;
    return { xTrain, yTrain: sinTruth(xTrain).add(randn([n], random).mul(noise)) };
  });
}

/** Where the curve is looked at: 0, 0.1, … 4.9, (50). */
export function sinTestGrid(): Tensor {
  return arange(0, 5, 0.1);
}
