import { checkInteger } from "@saccade/tensor/checks";
import { type OptionsOf, options, required, size, whole } from "@saccade/tensor/contract";
import { random, repeats, uniform } from "../rules.ts";
import { convexHull, type Point } from "./convex-hull.ts";

const sortOptions = options(
  "sortPointersTask",
  {
    /** Numbers in a sequence, ≥ 1. */
    length: required(whole(undefined, { min: 1, max: 2 ** 24 })),
    /** Number of sequences, ≥ 1. */
    count: required(size()),
    /** Numbers are drawn from 0 .. maxValue − 1, at least `length`. Default 100. */
    maxValue: whole(100, { min: 1, max: 2 ** 31 }),
    /** Gives uniform numbers in [0, 1), such as `Math.random`. */
    random,
  },
  { example: "sortPointersTask({ length: 10, count: 64, random: Math.random })" },
);

/** Options of {@link sortPointersTask}. */
export interface SortPointersOptions extends OptionsOf<typeof sortOptions> {}

/** Sequences of distinct integers, and their positions in rising order. */
export interface SortPointersTask {
  /** The integers, shape (count, length), row-major. */
  readonly values: Int32Array;
  /** Positions 0 .. length − 1, the smallest integer's first: shape (count, length), row-major. */
  readonly target: Int32Array;
  /** The number of sequences. */
  readonly count: number;
  /** The number of values of each sequence. */
  readonly length: number;
}

/**
 * Distinct integers to be sorted by pointing at them (Vinyals, Bengio & Kudlur 2016, Order Matters, section 5.2, with
 * real numbers there).
 *
 * @throws ArgumentError for an unknown option or a wrong value.
 * @example sortPointersTask({ length: 10, count: 64, random: Math.random }).target.length // 640
 */
export function sortPointersTask(given: SortPointersOptions): SortPointersTask {
  const { what } = sortOptions;
  const { length, count, maxValue, random } = sortOptions(given);
  checkInteger(what, "count", count, 1, Math.floor((2 ** 31 - 1) / length));
  checkInteger(what, "maxValue", maxValue, length, 2 ** 31);
  const values = new Int32Array(count * length);
  const target = new Int32Array(values.length);
  for (let start = 0; start < values.length; start += length) {
    const row = new Set<number>();
    for (let tries = 0; row.size < length; tries++) {
      if (tries > 1000 * length + 10_000) throw repeats(what);
      row.add(Math.floor(uniform(what, random) * maxValue));
    }
    const numbers = [...row];
    values.set(numbers, start);
    const order = numbers.map((_, i) => i).sort((a, b) => numbers[a]! - numbers[b]!);
    target.set(order, start);
  }
  return { values, target, count, length };
}

const hullOptions = options(
  "convexHullTask",
  {
    /** Points in a set, ≥ 3. */
    length: required(whole(undefined, { min: 3, max: 2 ** 24 })),
    /** Number of sets, ≥ 1. */
    count: required(size()),
    /** Gives uniform numbers in [0, 1), such as `Math.random`. */
    random,
  },
  { example: "convexHullTask({ length: 10, count: 64, random: Math.random })" },
);

/** Options of {@link convexHullTask}. */
export interface ConvexHullOptions extends OptionsOf<typeof hullOptions> {}

/** Sets of points, and the corners of their convex hulls. */
export interface ConvexHullTask {
  /** x and y of each point in [0, 1), shape (count, length, 2), row-major. */
  readonly points: Float32Array;
  /**
   * Positions of the corners, counter-clockwise from the lowest, then `length` for the end, then −1: shape
   * (count, length + 1), row-major.
   */
  readonly target: Int32Array;
  /** The number of sequences. */
  readonly count: number;
  /** The number of points of each sequence. */
  readonly length: number;
}

/**
 * Points drawn evenly from the unit square, whose convex hull is to be pointed out (Vinyals, Fortunato & Jaitly 2015,
 * section 3.1).
 *
 * @throws ArgumentError for an unknown option or a wrong value.
 * @example convexHullTask({ length: 10, count: 64, random: Math.random }).points.length // 1280
 */
export function convexHullTask(given: ConvexHullOptions): ConvexHullTask {
  const { what } = hullOptions;
  const { length, count, random } = hullOptions(given);
  checkInteger(what, "count", count, 1, Math.floor((2 ** 31 - 1) / (2 * length)));
  const points = Float32Array.from({ length: count * length * 2 }, () => uniform(what, random));
  const target = new Int32Array(count * (length + 1)).fill(-1);
  for (let row = 0; row < count; row++) {
    const set = Array.from({ length }, (_, i): Point => {
      const at = 2 * (row * length + i);
      return [points[at]!, points[at + 1]!];
    });
    target.set([...convexHull(set), length], row * (length + 1));
  }
  return { points, target, count, length };
}
