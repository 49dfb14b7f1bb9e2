import fc from "fast-check";
import { expect, test } from "vitest";
import { convexHull, convexHullTask, type Point, polygonArea, sortPointersTask } from "../src/tasks.ts";

const coordinate = fc.integer({ min: -6, max: 6 });
const points = fc.array(fc.tuple(coordinate, coordinate), { minLength: 1, maxLength: 14 });

const side = ([ax, ay]: Point, [bx, by]: Point, [x, y]: Point): number =>
  (bx - ax) * (y - ay) - (by - ay) * (x - ax);

test("a convex hull turns left at each corner and has every point inside", () => {
  fc.assert(
    fc.property(points, (set: Point[]) => {
      const hull = convexHull(set).map((i) => set[i]!);
      const lowest = set.toSorted((a, b) => a[1] - b[1] || a[0] - b[0])[0];
      expect(hull[0]).toEqual(lowest);
      expect(new Set(hull.map(String)).size).toBe(hull.length);
      if (hull.length < 3) {
        const [a, b = a] = hull;
        for (const p of set) expect(Math.abs(side(a!, b!, p))).toBe(0);
        return;
      }
      hull.forEach((a, i) => {
        const [b, c] = [hull[(i + 1) % hull.length]!, hull[(i + 2) % hull.length]!];
        expect(side(a, b, c)).toBeGreaterThan(0);
        for (const p of set) expect(side(a, b, p)).toBeGreaterThanOrEqual(0);
      });
      expect(polygonArea(hull)).toBeGreaterThan(0);
    }),
  );
});

test("a hull may be a point or a segment", () => {
  expect(convexHull([])).toEqual([]);
  expect(convexHull([[1, 2]])).toEqual([0]);
  expect(convexHull([[1, 2], [1, 2]])).toHaveLength(1); // biome-ignore format: pairs
  const segment: Point[] = [[2, 0], [1, 0], [0, 0], [2, 0]]; // biome-ignore format: pairs
  expect(convexHull(segment).map((i) => segment[i])).toEqual([[0, 0], [2, 0]]); // biome-ignore format: pairs
});

test("areas have the sign of the turn", () => {
  const square: Point[] = [[0, 0], [2, 0], [2, 2], [0, 2]]; // biome-ignore format: pairs
  expect(polygonArea(square)).toBe(4);
  expect(polygonArea(square.toReversed())).toBe(-4);
  expect(polygonArea([[1, 1]])).toBe(0);
});

test("sortPointersTask points at distinct integers in rising order", () => {
  const sizes = fc.record({ length: fc.integer({ min: 1, max: 8 }), count: fc.integer({ min: 1, max: 5 }) });
  fc.assert(
    fc.property(sizes, fc.integer({ min: 8, max: 12 }), ({ length, count }, maxValue) => {
      const { values, target } = sortPointersTask({ length, count, maxValue, random: Math.random });
      expect(values.length).toBe(count * length);
      for (let start = 0; start < values.length; start += length) {
        const row = values.subarray(start, start + length);
        const sorted = [...target.subarray(start, start + length)].map((i) => row[i]!);
        expect(sorted).toEqual([...new Set(row)].sort((a, b) => a - b));
        expect(sorted.every((value) => value >= 0 && value < maxValue)).toBe(true);
      }
    }),
  );
});

test("convexHullTask ends each hull and pads it", () => {
  const length = 5;
  const { points: all, target } = convexHullTask({ length, count: 20, random: Math.random });
  for (let row = 0; row < 20; row++) {
    const set = Array.from({ length }, (_, i): Point => {
      const at = 2 * (row * length + i);
      return [all[at]!, all[at + 1]!];
    });
    const hull = convexHull(set);
    const padding = new Array<number>(length - hull.length).fill(-1);
    expect([...target.slice(row * 6, row * 6 + 6)]).toEqual([...hull, length, ...padding]);
  }
});
