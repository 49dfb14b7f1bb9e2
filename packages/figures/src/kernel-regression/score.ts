import type { KernelName } from "@saccade/attention";
import type { LookAsk, Way } from "./data.ts";

/** Names of a formula's parts. */
export interface ScoreNames {
  readonly score: string;
  readonly weight: string;
  /** Of all scores. */
  readonly total: string;
}

/** The function before the weights: a score under softmax, or a kernel that is divided by its sum. */
export interface Score {
  /** Written out, in the reader's language. */
  readonly formula: (names: ScoreNames) => string;
  readonly of: (distance: number) => number;
  /** The kernel at a distance, to which a weight is proportional. */
  readonly kernelAt: (distance: number) => number;
  /** From which distance on there is no weight; undefined for a kernel that never ends. */
  readonly reach?: number;
}

/** Kernels that end, as functions of u, the distance over the bandwidth. */
const ending: Readonly<
  Record<Exclude<KernelName, "gaussian">, { readonly text: string; readonly of: (u: number) => number }>
> = {
  boxcar: { text: "[|u| < 1]", of: (u) => (Math.abs(u) < 1 ? 1 : 0) },
  epanechnikov: { text: "¾ max(0, 1 − u²)", of: (u) => 0.75 * Math.max(0, 1 - u ** 2) },
  triangular: { text: "max(0, 1 − |u|)", of: (u) => Math.max(0, 1 - Math.abs(u)) },
};

/** The score of a key at a distance from the query. */
export function scoreOf({ kernel, bandwidth, w }: Omit<LookAsk, "points">, way: Way): Score {
  if (way === "average")
    return { formula: ({ weight }) => `${weight} = 1 / n`, of: () => 0, kernelAt: () => 1 };
  if (way === "learned") return gaussian(w, (score) => `${score} = −½ (${w.toFixed(3)} · (q − k))²`);
  const u = `u = (q − k) / ${bandwidth}`;
  if (kernel === "gaussian") return gaussian(1 / bandwidth, (score) => `${u},  ${score} = −½ u²`);
  const { text, of } = ending[kernel];
  const at = (distance: number): number => of(distance / bandwidth);
  return {
    formula: ({ score, weight, total }) => `${u},  ${score} = ${text},  ${weight} = ${score} / ${total}`,
    of: at,
    kernelAt: at,
    reach: bandwidth,
  };
}

function gaussian(w: number, text: (score: string) => string): Score {
  const of = (distance: number): number => -0.5 * (w * distance) ** 2;
  return {
    formula: ({ score, weight }) => `${text(score)},  ${weight} = softmax(${score})`,
    of,
    kernelAt: (distance) => Math.exp(of(distance)),
  };
}

/** The kernel around a query, as high as the weight that a key would have there. */
export interface KernelCurve {
  readonly points: readonly (readonly [x: number, weight: number])[];
  /** The height of its top. */
  readonly peak: number;
  /** Where a kernel ends that ends; nothing for one that goes on. */
  readonly window: readonly [from: number, to: number] | undefined;
}

const curvePoints = 120;

/** Scaled by the weights that there are; to a top of 1 where no key is in the window. */
export function kernelCurve(
  { kernelAt, reach }: Score,
  query: number,
  keys: readonly number[],
  weights: readonly number[],
  [low, high]: readonly [number, number],
): KernelCurve {
  const strongest = weights.indexOf(Math.max(...weights));
  const there = kernelAt(query - (keys[strongest] ?? query));
  const most = weights[strongest] ?? 0;
  const scale = there > 0 && most > 0 ? most / there : 1 / kernelAt(0);
  const [from, to] =
    reach === undefined ? [low, high] : [Math.max(low, query - reach), Math.min(high, query + reach)];
  // The ends of a window are vertical where the kernel does not fall to 0 before them.
  const inside = reach === undefined ? 1 : 1 - 1e-9;
  const points = Array.from({ length: curvePoints + 1 }, (_, i) => {
    const at = from + ((to - from) * i) / curvePoints;
    return [at, kernelAt((query - at) * inside) * scale] as const;
  });
  return {
    points: reach === undefined ? points : [[from, 0], ...points, [to, 0]],
    peak: kernelAt(0) * scale,
    window: reach === undefined ? undefined : [from, to],
  };
}
