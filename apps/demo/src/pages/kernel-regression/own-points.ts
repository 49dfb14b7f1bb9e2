import type { PointEdits, Range } from "@saccade/figures/kernel-regression";
import { fill } from "@saccade/figures/messages";
import type { Texts } from "./messages/index.ts";
import type { RegressionModel } from "./model.ts";
import { limits, type Point } from "./settings.ts";

const fewestPoints = 3;
const mostPoints: number = limits.n[1];

/** The reader's changes of the points. From the first change on they are in the address. */
export function pointEdits({ points, chosen, settings, problem }: RegressionModel, t: Texts): PointEdits {
  const present = (): Point[] => points.value.x.map((x, i) => [x, points.value.y[i] ?? 0]);
  const others = (): Point[] => {
    const last = points.value.x.length - 1;
    return present().filter((_, i) => i !== Math.min(chosen.value, last));
  };
  /** Points stay in order: the new one goes where it belongs, and is chosen. */
  const store = (others: readonly Point[], x: number, y: number, [low, high]: Range): void => {
    const point = rounded([Math.min(5, Math.max(0, x)), Math.min(high, Math.max(low, y))]);
    const before = others.filter((other) => other[0] <= point[0]);
    settings.own.value = [...before, point, ...others.slice(before.length)].map(rounded);
    chosen.value = before.length;
  };
  return {
    chosen,
    add: (x, y, shown) => {
      if (points.value.x.length >= mostPoints) problem.value = fill(t.tooMany, { most: mostPoints });
      else store(present(), x, y, shown);
    },
    move: (x, y, shown) => store(others(), x, y, shown),
    remove: () => {
      if (points.value.x.length <= fewestPoints) problem.value = t.tooFew;
      else settings.own.value = others().map(rounded);
    },
  };
}

// As it will be written in the address.
function rounded([x, y]: Point): Point {
  return [Math.round(x * 100) / 100, Math.round(y * 100) / 100];
}
