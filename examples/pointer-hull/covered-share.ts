import { convexHull, type Point, polygonArea } from "@saccade/datasets/tasks";

/**
 * The share of a set's hull that a polygon of its points covers. A polygon that crosses itself or has fewer than three
 * corners covers nothing.
 */
export function coveredShare(set: readonly Point[], corners: readonly number[]): number {
  const polygon = corners.map((i) => set[i]!);
  if (polygon.length < 3 || crossesItself(polygon)) return 0;
  return Math.abs(polygonArea(polygon)) / polygonArea(convexHull(set).map((i) => set[i]!));
}

function crossesItself(polygon: readonly Point[]): boolean {
  const count = polygon.length;
  const edges = polygon.map((from, i) => [from, polygon[(i + 1) % count]!] as const);
  return edges.some((edge, i) =>
    edges.slice(i + 2).some((other, k) => !(i === 0 && k === count - 3) && cross(edge, other)),
  );
}

type Edge = readonly [from: Point, to: Point];

function cross([a, b]: Edge, [c, d]: Edge): boolean {
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}

/** Positive if c lies to the left of the line from a to b. */
function side([ax, ay]: Point, [bx, by]: Point, [cx, cy]: Point): number {
  return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
}
