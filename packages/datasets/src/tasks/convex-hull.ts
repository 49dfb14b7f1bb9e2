import { listOf, required, rule, signature } from "@saccade/tensor/contract";

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
