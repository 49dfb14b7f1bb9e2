import { bigBirdLayout, blockMask, causalMask, windowMask } from "@saccade/attention";
import { scope, type Tensor } from "@saccade/tensor";

export const kinds = ["full", "window", "dilated", "blocks", "segments", "linear"] as const;
export type Kind = (typeof kinds)[number];

export const dilation = 3;
const lengthsOfCurve = [8, 16, 24, 32, 40, 48, 56, 64];

/** Who attends to whom: a row for each query. */
export type Pattern = readonly (readonly boolean[])[];

/** The masks of the library's functions, all causal. */
export function patternOf(kind: Kind, n: number, window: number): Pattern {
  if (kind === "segments") return segments(n, window);
  return scope(() => maskOf(kind, n, window).toArray() as boolean[][]);
}

function maskOf(kind: Exclude<Kind, "segments">, n: number, window: number): Tensor {
  const causal = true;
  switch (kind) {
    case "window":
      return windowMask(n, { window, causal });
    case "dilated":
      return windowMask(n, { window, dilation, causal });
    case "blocks": {
      const blockSize = Math.max(2, Math.round(window / 2));
      return blockMask(n, n, { blockSize, layout: bigBirdLayout(Math.ceil(n / blockSize)), causal });
    }
    default:
      return causalMask(n);
  }
}

/** Segments as long as the window, each with the one before as memory. */
function segments(n: number, length: number): Pattern {
  return Array.from({ length: n }, (_, i) => {
    const first = (Math.floor(i / length) - 1) * length;
    return Array.from({ length: n }, (_, j) => j >= first && j <= i);
  });
}

/** Scores that are computed; linear attention computes none. */
export function scoresOf(kind: Kind, pattern: Pattern): number {
  return kind === "linear" ? 0 : pattern.flat().filter(Boolean).length;
}

/** Numbers of scores over the length, for a window. */
export function curveOf(kind: Kind, window: number) {
  return {
    lengths: lengthsOfCurve,
    scores: lengthsOfCurve.map((n) => scoresOf(kind, patternOf(kind, n, window))),
  };
}

/** Runs of true in a row, as [first, last + 1]. */
export function runsOf(row: readonly boolean[]): readonly (readonly [number, number])[] {
  const runs: [number, number][] = [];
  row.forEach((on, j) => {
    if (!on) return;
    const last = runs.at(-1);
    if (last?.[1] === j) last[1] = j + 1;
    else runs.push([j, j + 1]);
  });
  return runs;
}
