import {
  ArgumentError,
  Generator,
  getRandomState,
  type RandomState,
  randperm,
  referenceBackend,
  scope,
} from "@saccade/tensor";
import { badArgument, describeValue } from "@saccade/tensor/backend";
import { instanceOf, type OptionsOf, options, type Rule, rule, withFix } from "@saccade/tensor/contract";
import { checkDataset, type Dataset, Subset } from "./dataset.ts";

// Orders of samples: random splits, and the samplers of a loader.

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
function orderOf(n: number, generator: Generator | undefined): Int32Array {
  const random = generator === undefined ? {} : { generator };
  return scope(() => Int32Array.from(randperm(n, { ...random, backend: referenceBackend() }).dataSync()));
}

/**
 * The order of an epoch, one iteration each: indices for `sampler`, lists of indices for `batchSampler`. An array is a
 * sampler. An order that differs from epoch to epoch can be resumed if the sampler has `state` and `restore`.
 */
export interface Sampler<T> extends Iterable<T> {
  /** How many an epoch has, if it is known. */
  readonly length?: number;
  /** The state that determines the next iteration, as JSON. */
  state?(): unknown;
  /** Goes back to a state: the next iteration is the one that followed it. */
  restore?(state: unknown): void;
}

/* @__NO_SIDE_EFFECTS__ */
export function samplerOf<T>(of: string): Rule<Sampler<T>, undefined> {
  const must = `iterable, each iteration an epoch of ${of}`;
  const holds = (value: unknown): value is Sampler<T> => {
    if (typeof value !== "object" || value === null || "dataSync" in value) return false;
    const { state, restore }: { state?: unknown; restore?: unknown } = Object(value);
    return Symbol.iterator in value && typeof state === typeof restore;
  };
  return withFix(rule(must, holds), "it has both state and restore, or neither");
}

/** The orders of a loader's epochs. */
export interface Orders<T> {
  /** How many an epoch has; Infinity if it is not known. */
  readonly length: number;
  /** Whether any epoch can be given again. */
  readonly canResume: boolean;
  /** The state that determines the next epoch. */
  state(): unknown;
  /**
   * Continues with what follows `now`; before that, gives the epoch that followed `start` again, unless that is null.
   *
   * @throws ArgumentError for states that do not fit; nothing has changed then.
   */
  restore(start: unknown, now: unknown): void;
  epoch(): Iterable<T>;
}

/** 0 to n − 1, in that order. */
export function inOrder(n: () => number): Orders<number> {
  return {
    get length() {
      return n();
    },
    canResume: true,
    state: () => null,
    restore() {},
    *epoch() {
      for (let i = 0, end = n(); i < end; i++) yield i;
    },
  };
}

/** 0 to n − 1 in random order. The default generator is not put back: it belongs to the run, which saves it. */
export function shuffled(n: () => number, generator: Generator | undefined): Orders<number> {
  let again: Generator | undefined;
  return {
    get length() {
      return n();
    },
    canResume: true,
    state: () => generator?.getState() ?? getRandomState(),
    restore(start, now) {
      const [first, next] = [start === null ? undefined : generatorAt(start), generator && generatorAt(now)];
      if (next !== undefined) generator?.setState(next.getState());
      again = first;
    },
    epoch() {
      const from = again ?? generator;
      again = undefined;
      return orderOf(n(), from);
    },
  };
}

function generatorAt(state: unknown): Generator {
  const generator = new Generator();
  generator.setState(state as RandomState);
  return generator;
}

/** The orders of a custom sampler. */
export function given<T>(sampler: Sampler<T>): Orders<T> {
  const { length } = sampler;
  return {
    length: typeof length === "number" ? length : Number.POSITIVE_INFINITY,
    canResume: Array.isArray(sampler) || ArrayBuffer.isView(sampler) || sampler.state !== undefined,
    state: () => sampler.state?.() ?? null,
    restore(start, now) {
      sampler.restore?.(start ?? now);
    },
    epoch: () => sampler,
  };
}

/** @throws ArgumentError unless `index`, which `what` gave, counts below `n`. */
export function checkIndexOf(what: string, index: unknown, n: number): number {
  if (typeof index === "number" && Number.isInteger(index) && index >= 0 && index < n) return index;
  throw new ArgumentError(
    `DataLoader: ${what} gave ${describeValue(index)}; indices count from 0 to ${n - 1}, the dataset's last.`,
  );
}
