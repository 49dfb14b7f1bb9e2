import type { RegressionModel } from "./model.ts";
import { limits, type Point } from "./settings.ts";

export const fewestPoints = 3;
export const mostPoints: number = limits.n[1];

/** The y axis: its low and its high end. */
type Range = readonly [low: number, high: number];

/** The points as the reader may change them, by rising x. */
function present(model: RegressionModel): Point[] {
  const { x, y } = model.points.value;
  return x.map((at, i) => [at, y[i] ?? 0]);
}

/** Adds a point, within what the figure shows. Returns its index, or undefined where there is no room for more. */
export function addPoint(model: RegressionModel, point: Point, shown: Range): number | undefined {
  const points = present(model);
  if (points.length >= mostPoints) return undefined;
  return store(model, points, inside(point, shown));
}

/** Moves a point, within what the figure shows. Returns its new index, since points stay in order. */
export function movePoint(model: RegressionModel, index: number, point: Point, shown: Range): number {
  return store(
    model,
    present(model).filter((_, i) => i !== index),
    inside(point, shown),
  );
}

/** Removes a point. Returns whether there were enough to spare one. */
export function removePoint(model: RegressionModel, index: number): boolean {
  const points = present(model);
  if (points.length <= fewestPoints) return false;
  model.settings.own.value = points.filter((_, i) => i !== index).map(rounded);
  return true;
}

function store(model: RegressionModel, others: readonly Point[], point: Point): number {
  const before = others.filter(([x]) => x <= point[0]);
  model.settings.own.value = [...before, point, ...others.slice(before.length)].map(rounded);
  return before.length;
}

// As the address will say it.
function rounded([x, y]: Point): Point {
  return [Math.round(x * 100) / 100, Math.round(y * 100) / 100];
}

function inside([x, y]: Point, [low, high]: Range): Point {
  return rounded([Math.min(5, Math.max(0, x)), Math.min(high, Math.max(low, y))]);
}
