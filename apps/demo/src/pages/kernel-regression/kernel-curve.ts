import { kernelAt, type Score } from "./score.ts";

/** The kernel around a query, as high as the weight that a key would have there. */
export interface KernelCurve {
  readonly points: readonly (readonly [x: number, weight: number])[];
  /** The height of its top. */
  readonly peak: number;
  /** Where a kernel ends that ends; nothing for one that goes on. */
  readonly window: readonly [from: number, to: number] | undefined;
}

const [low, high] = [0, 5];
const count = 120;

/** Scaled by the weights that there are; to a top of 1 where no key is in the window. */
export function kernelCurve(
  score: Score,
  query: number,
  keys: readonly number[],
  weights: readonly number[],
): KernelCurve {
  const strongest = weights.indexOf(Math.max(...weights));
  const there = kernelAt(score, query - (keys[strongest] ?? query));
  const most = weights[strongest] ?? 0;
  const scale = there > 0 && most > 0 ? most / there : 1 / kernelAt(score, 0);
  const reach = score.reach;
  const [from, to] =
    reach === undefined ? [low, high] : [Math.max(low, query - reach), Math.min(high, query + reach)];
  const inner = Array.from({ length: count + 1 }, (_, i) => from + ((to - from) * i) / count);
  // The ends of a window stand straight up where the kernel does not fall to 0 before them.
  const points = inner.map((at) => {
    const distance = reach === undefined ? query - at : (query - at) * (1 - 1e-9);
    return [at, kernelAt(score, distance) * scale] as const;
  });
  return {
    points: reach === undefined ? points : [[from, 0], ...points, [to, 0]],
    peak: kernelAt(score, 0) * scale,
    window: reach === undefined ? undefined : [from, to],
  };
}
