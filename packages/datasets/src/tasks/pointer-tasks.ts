import { checkInteger } from "@saccade/tensor/checks";
import {
  listOf,
  type OptionsOf,
  options,
  required,
  rule,
  signature,
  size,
  whole,
} from "@saccade/tensor/contract";
import { random, repeats, uniform } from "../rules.ts";

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

/** x and y of a point of the plane. */
export type Point = readonly [x: number, y: number];

const point = rule(
  "a pair [x, y] of finite numbers",
  (value): value is Point =>
    Array.isArray(value) && value.length === 2 && Array.from(value).every(Number.isFinite),
);
const points = required({ ...listOf(point), must: "an array of pairs [x, y] of finite numbers" });
const hullSignature = signature("convexHull", { points }, "convexHull([[0, 0], [1, 0], [0, 1]])");
const areaSignature = signature("polygonArea", { corners: points }, "polygonArea([[0, 0], [1, 0], [0, 1]])");

/**
 * The corners of the convex hull of points, as indices, counter-clockwise from the lowest point (of several, the
 * leftmost). Points on an edge and repeated points are not corners. Andrew's monotone chain (1979): O(n log n).
 *
 * @throws ArgumentError unless `points` is an array of pairs of finite numbers.
 * @example convexHull([[0, 0], [1, 1], [2, 0], [1, 3]]) // [0, 2, 3]
 */
export function convexHull(points: readonly Point[]): number[] {
  hullSignature([points]);
  const order = points.map((_, i) => i).sort((a, b) => compare(points[a]!, points[b]!));
  // With all points between them, the rising chain is on the right, and the falling chain on the left.
  const up = chain(points, order);
  const down = chain(points, order.reverse());
  const hull = [...up.slice(0, -1), ...down.slice(0, -1)];
  return hull.length > 0 ? hull : order.slice(-1);
}

/**
 * The area of a polygon with these corners in order, by the shoelace formula; negative if they go clockwise.
 *
 * @throws ArgumentError unless `corners` is an array of pairs of finite numbers.
 * @example polygonArea([[0, 0], [2, 0], [2, 1]]) // 1
 */
export function polygonArea(corners: readonly Point[]): number {
  areaSignature([corners]);
  let doubled = 0;
  corners.forEach(([x, y], i) => {
    const [nextX, nextY] = corners[(i + 1) % corners.length]!;
    doubled += x * nextY - nextX * y;
  });
  return doubled / 2;
}

/** Lower points first, of equally low ones those further left. */
function compare([ax, ay]: Point, [bx, by]: Point): number {
  return ay - by || ax - bx;
}

/** The points of `order` at which the path from its first to its last point turns left. */
function chain(points: readonly Point[], order: readonly number[]): number[] {
  const path: number[] = [];
  for (const next of order) {
    while (path.length >= 2 && turn(points[path.at(-2)!]!, points[path.at(-1)!]!, points[next]!) <= 0)
      path.pop();
    const last = path.at(-1);
    if (last === undefined || compare(points[last]!, points[next]!) !== 0) path.push(next);
  }
  return path;
}

/** Positive if the path a, b, c turns left, negative if it turns right. */
function turn([ax, ay]: Point, [bx, by]: Point, [cx, cy]: Point): number {
  return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
}
