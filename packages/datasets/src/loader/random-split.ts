import { ArgumentError, Generator, randperm, referenceBackend, scope } from "@saccade/tensor";
import { badArgument } from "@saccade/tensor/backend";
import { instanceOf, type OptionsOf, options } from "@saccade/tensor/contract";
import { checkDataset, type Dataset, Subset } from "./dataset.ts";

const splitOptions = options(
  "randomSplit",
  {
    /** Draws the order. Without one the default generator does. */
    generator: instanceOf("a Generator", Generator),
  },
  { example: "randomSplit(dataset, [0.8, 0.2], { generator: new Generator(0) })" },
);

/** Options of {@link randomSplit}. */
export interface RandomSplitOptions extends OptionsOf<typeof splitOptions> {}

/**
 * Splits a dataset at random into parts of these lengths; or of these shares, which sum to 1. What shares leave over goes to
 * the first parts, one each.
 *
 * @throws ArgumentError unless the lengths sum to the dataset's, or the shares to 1.
 * @example randomSplit(new TensorDataset(arange(10)), [0.75, 0.25]).map(({ length }) => length) // [8, 2]
 */
export function randomSplit<S>(
  dataset: Dataset<S>,
  lengths: readonly number[],
  given: RandomSplitOptions = {},
): Subset<S>[] {
  checkDataset("randomSplit", "dataset", dataset);
  const { generator } = splitOptions(given);
  checkOrder("randomSplit: it", dataset.length);
  const sizes = sizesOf(lengths, dataset.length);
  const order = orderOf(dataset.length, generator);
  let start = 0;
  return sizes.map((size) => {
    start += size;
    return new Subset(dataset, order.subarray(start - size, start));
  });
}

function sizesOf(lengths: readonly number[], count: number): number[] {
  const must = "a list of whole numbers or of shares ≥ 0";
  if (!Array.isArray(lengths) || !lengths.every((one) => typeof one === "number" && one >= 0))
    throw badArgument("randomSplit", "lengths", must, lengths, "write [0.8, 0.2]");
  const sum = lengths.reduce((total: number, one: number) => total + one, 0);
  if (sum === count && lengths.every(Number.isInteger)) return [...lengths];
  if (Math.abs(sum - 1) > 1e-9 || lengths.length === 0)
    throw new ArgumentError(
      `randomSplit: lengths sum to ${sum}; they must sum to ${count}, the dataset's length, or to 1.`,
    );
  const sizes = lengths.map((share: number) => Math.floor(count * share + 1e-9));
  const left = count - sizes.reduce((total, one) => total + one, 0);
  return sizes.map((size, i) => size + Math.floor(left / sizes.length) + (i < left % sizes.length ? 1 : 0));
}

/** Beyond it, drawing takes seconds. */
const mostInOrder = 10_000_000;

/** @throws ArgumentError for more samples than can be shuffled. */
export function checkOrder(what: string, n: number): void {
  if (n > mostInOrder)
    throw new ArgumentError(
      `${what} draws the order of all ${n} samples at once, at most ${mostInOrder}; write a sampler that draws indices as it goes.`,
    );
}

/** The numbers below n in random order. On the host: a scope may end before the order does. */
export function orderOf(n: number, generator: Generator | undefined): Int32Array {
  const random = generator === undefined ? {} : { generator };
  return scope(() => Int32Array.from(randperm(n, { ...random, backend: referenceBackend() }).dataSync()));
}
