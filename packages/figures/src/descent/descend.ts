import { batches } from "@saccade/datasets";
import { mseLoss, Parameter, SGD } from "@saccade/nn";
import { Generator, linspace, randn, scope, tensor } from "@saccade/tensor";

// 16 points around y = 1.5 x − 0.5.
const count = 16;
const x = linspace(0, 2, count);
const y = x
  .mul(1.5)
  .sub(0.5)
  .add(randn([count], { generator: new Generator(1) }).mul(0.25));
const [xs, ys] = [x.toArray(1), y.toArray(1)];
export const points: readonly { readonly x: number; readonly y: number }[] = xs.map((at, i) => ({
  x: at,
  y: ys[i]!,
}));

const mean = (f: (i: number) => number): number => xs.reduce((sum, _, i) => sum + f(i), 0) / count;

/** The mean squared error of w x + b. */
export function lossAt(w: number, b: number): number {
  return mean((i) => (w * xs[i]! + b - ys[i]!) ** 2);
}

// The loss is a quadratic of (w, b) with the matrix [[m2, m1], [m1, 1]].
const [m1, m2] = [mean((i) => xs[i]!), mean((i) => xs[i]! ** 2)];
const [mxy, my] = [mean((i) => xs[i]! * ys[i]!), mean((i) => ys[i]!)];
const spread = m2 - m1 * m1;
export const best = { w: (mxy - m1 * my) / spread, b: (m2 * my - m1 * mxy) / spread };

const middle = (m2 + 1) / 2;
const half = Math.hypot((m2 - 1) / 2, m1);
/** The steepest direction, as an angle from the axis of w. */
const angle = Math.atan2(middle + half - m2, m1);
const curvatures = [middle + half, middle - half] as const;
/** Steps with a larger rate lead away: 2 by the largest second derivative, which is twice the curvature. */
export const limit = 1 / curvatures[0];

/** Where the loss is `level` above the least one: points of an ellipse. */
export function levelLine(level: number): { w: number; b: number }[] {
  const [long, wide] = curvatures.map((curvature) => Math.sqrt(level / curvature)) as [number, number];
  return Array.from({ length: 73 }, (_, i) => {
    const t = (i / 72) * 2 * Math.PI;
    const [u, v] = [long * Math.cos(t), wide * Math.sin(t)];
    return {
      w: best.w + u * Math.cos(angle) - v * Math.sin(angle),
      b: best.b + u * Math.sin(angle) + v * Math.cos(angle),
    };
  });
}

export const start = { w: -0.75, b: 0.75 };
export const most = 60;

export interface Step {
  readonly w: number;
  readonly b: number;
  /** Of all points. */
  readonly loss: number;
}

/** The steps of gradient descent, each on `size` points; it ends early where the loss explodes. */
export const descend = (lr: number, size: number): Step[] => scope(() => stepsOf(lr, size));

function stepsOf(lr: number, size: number): Step[] {
  const [w, b] = [new Parameter(tensor(start.w)), new Parameter(tensor(start.b))];
  const optimizer = new SGD([w, b], { lr });
  const data = batches({ tensors: { x, y }, batchSize: size, shuffle: size < count, seed: 3 });
  const steps: Step[] = [];
  const note = (): boolean => {
    const [now, other] = [w.item(), b.item()];
    const loss = lossAt(now, other);
    steps.push({ w: now, b: other, loss });
    return loss < 1e3 && steps.length <= most;
  };
  if (!note()) return steps;
  for (;;)
    for (const batch of data) {
      optimizer.step(() => mseLoss(batch.x.mul(w).add(b), batch.y));
      if (!note()) return steps;
    }
}
