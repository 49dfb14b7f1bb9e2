/** A vector on the host, in double precision. */
export type Vector = Float64Array;

/** The dot product. */
export function dot(a: Vector, b: Vector): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

/** The largest magnitude. */
export function largest(a: Vector): number {
  let most = 0;
  for (const x of a) most = Math.max(most, Math.abs(x));
  return most;
}

/** A point of a line search: the step t, the loss f, the gradient g, and its slope along the direction. */
export interface LinePoint {
  readonly t: number;
  readonly f: number;
  readonly g: Vector;
  readonly slope: number;
}

/** The minimum of the cubic through two points with their slopes, within bounds. */
function cubicMinimum(a: LinePoint, b: LinePoint, [low, high]: readonly [number, number]): number {
  const [x, y] = a.t <= b.t ? [a, b] : [b, a];
  const d1 = a.slope + b.slope - (3 * (a.f - b.f)) / (a.t - b.t);
  const square = d1 ** 2 - a.slope * b.slope;
  if (!(square >= 0)) return (low + high) / 2;
  const d2 = Math.sqrt(square);
  const at = y.t - (y.t - x.t) * ((y.slope + d2 - d1) / (y.slope - x.slope + 2 * d2));
  return Math.min(Math.max(at, low), high);
}

/**
 * A step that satisfies the strong Wolfe conditions: brackets it, then zooms in by cubic interpolation (Nocedal and Wright
 * 2006, algorithms 3.5 and 3.6, with PyTorch's safeguards). `at` gives the point of a step, `start` is that of step 0.
 */
export function strongWolfe(
  at: (t: number) => LinePoint,
  start: LinePoint,
  first: number,
  { size, least, most }: { readonly size: number; readonly least: number; readonly most: number },
): { readonly point: LinePoint; readonly evaluations: number } {
  const [c1, c2] = [1e-4, 0.9];
  const tooHigh = ({ t, f }: LinePoint): boolean => f > start.f + c1 * t * start.slope;
  const flat = ({ slope }: LinePoint): boolean => Math.abs(slope) <= -c2 * start.slope;
  let [before, now, evaluations, round] = [start, at(first), 1, 0];
  let bracket: [LinePoint, LinePoint] | null = null;
  for (; round < most; round++) {
    if (tooHigh(now) || (round > 1 && now.f >= before.f)) {
      bracket = [before, now];
      break;
    }
    if (flat(now)) return { point: now, evaluations };
    if (now.slope >= 0) {
      bracket = [before, now];
      break;
    }
    const bounds = [now.t + 0.01 * (now.t - before.t), now.t * 10] as const;
    const t = cubicMinimum(before, now, bounds);
    [before, now] = [now, at(t)];
    evaluations++;
  }
  let [a, b] = bracket ?? [start, now];
  let close: boolean = false;
  let low = a.f <= b.f ? a : b;
  while (round < most && Math.abs(b.t - a.t) * size >= least) {
    const [from, to] = [Math.min(a.t, b.t), Math.max(a.t, b.t)];
    let t = cubicMinimum(a, b, [from, to]);
    const margin = 0.1 * (to - from);
    if (Math.min(to - t, t - from) < margin) {
      const move: boolean = close || t >= to || t <= from;
      if (move) t = Math.abs(t - to) < Math.abs(t - from) ? to - margin : from + margin;
      close = !move;
    } else close = false;
    const point = at(t);
    evaluations++;
    round++;
    const high = low === a ? b : a;
    const lowIsA = low === a;
    if (tooHigh(point) || point.f >= low.f) {
      [a, b] = lowIsA ? [a, point] : [point, b];
      low = a.f <= b.f ? a : b;
      continue;
    }
    const far = point.slope * (high.t - low.t) >= 0 && !flat(point) ? low : high;
    [a, b] = lowIsA ? [point, far] : [far, point];
    low = point;
    if (flat(point)) break;
  }
  return { point: low, evaluations };
}
