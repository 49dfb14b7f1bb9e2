import {
  badArgument,
  checkFunction,
  checkInteger,
  checkOptions,
  type OptionNames,
  optionNames,
} from "@saccade/tensor/checks";
import { repeats } from "../pick.ts";
import { convexHull, type Point } from "./convex-hull.ts";

/** Options of {@link sortPointersTask}. */
export interface SortPointersOptions {
  /** Numbers in a sequence, ≥ 1. */
  readonly length: number;
  /** Number of sequences, ≥ 1. */
  readonly count: number;
  /** Numbers are drawn from 0 .. maxValue − 1, at least `length`. Default 100. */
  readonly maxValue?: number;
  /** Gives uniform numbers in [0, 1), such as `Math.random`. */
  readonly random: () => number;
}

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

const sortOptions: OptionNames = optionNames<SortPointersOptions>(
  "sortPointersTask",
  { length: true, count: true, maxValue: true, random: true },
  "sortPointersTask({ length: 10, count: 64, random: Math.random })",
);

/**
 * Distinct integers to be sorted by pointing at them (Vinyals, Bengio & Kudlur 2016, Order Matters, section 5.2, with
 * real numbers there).
 *
 * @throws ArgumentError for an unknown option, a size that is not a whole number ≥ 1, a `maxValue` below `length`, or a
 * `random` that is not a function or leaves [0, 1).
 * @example sortPointersTask({ length: 10, count: 64, random: Math.random }).target.length // 640
 */
export function sortPointersTask(options: SortPointersOptions): SortPointersTask {
  const what = "sortPointersTask";
  checkOptions(sortOptions, options);
  if (options === undefined)
    throw badArgument(what, "options", "an object", options, `write ${sortOptions.example}`);
  const { length, count, maxValue = 100, random } = options;
  checkInteger(what, "length", length, 1, 2 ** 24);
  checkInteger(what, "count", count, 1, Math.floor((2 ** 31 - 1) / length));
  checkInteger(what, "maxValue", maxValue, length, 2 ** 31);
  checkFunction(what, "random", random, "write random: Math.random");
  const values = new Int32Array(count * length);
  const target = new Int32Array(values.length);
  for (let start = 0; start < values.length; start += length) {
    const row = new Set<number>();
    for (let tries = 0; row.size < length; tries++) {
      if (tries > 1000 * length + 10_000) throw repeats(what);
      row.add(Math.floor(draw(what, random) * maxValue));
    }
    const numbers = [...row];
    values.set(numbers, start);
    target.set(
      numbers.map((_, i) => i).sort((a, b) => numbers[a]! - numbers[b]!),
      start,
    );
  }
  return { values, target, count, length };
}

/** Options of {@link convexHullTask}. */
export interface ConvexHullOptions {
  /** Points in a set, ≥ 3. */
  readonly length: number;
  /** Number of sets, ≥ 1. */
  readonly count: number;
  /** Gives uniform numbers in [0, 1), such as `Math.random`. */
  readonly random: () => number;
}

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

const hullOptions: OptionNames = optionNames<ConvexHullOptions>(
  "convexHullTask",
  { length: true, count: true, random: true },
  "convexHullTask({ length: 10, count: 64, random: Math.random })",
);

/**
 * Points drawn evenly from the unit square, whose convex hull is to be pointed out (Vinyals, Fortunato & Jaitly 2015,
 * section 3.1).
 *
 * @throws ArgumentError for an unknown option, a `length` below 3, a `count` below 1, or a `random` that is not a
 * function or leaves [0, 1).
 * @example convexHullTask({ length: 10, count: 64, random: Math.random }).points.length // 1280
 */
export function convexHullTask(options: ConvexHullOptions): ConvexHullTask {
  const what = "convexHullTask";
  checkOptions(hullOptions, options);
  if (options === undefined)
    throw badArgument(what, "options", "an object", options, `write ${hullOptions.example}`);
  const { length, count, random } = options;
  checkInteger(what, "length", length, 3, 2 ** 24);
  checkInteger(what, "count", count, 1, Math.floor((2 ** 31 - 1) / (2 * length)));
  checkFunction(what, "random", random, "write random: Math.random");
  const points = Float32Array.from({ length: count * length * 2 }, () => draw(what, random));
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

function draw(what: string, random: () => number): number {
  const u = random();
  if (typeof u === "number" && u >= 0 && u < 1) return u;
  throw badArgument(what, "random()", "a number in [0, 1)", u, "pass Math.random or the like");
}
