import { fromData, type Tensor } from "@saccade/tensor";
import { ints } from "../tensors.ts";

/** Rows and columns of an image. */
export const size = 12;
const unit = 4;
const squares = size / unit;
const noise = 0.2;

const marks = [
  ["# #", " # ", "# #"], // a cross
  [" # ", "# #", " # "], // a ring
];

/** The question about an image of two marks. */
export const tasks = {
  /** Whether both are of the same kind. */
  same: {
    kinds: (a: number, b: number) => [a, b],
    label: (kinds: readonly number[]) => kinds[0] === kinds[1],
  },
  /** Whether the left one is the cross; there is one of each. */
  order: { kinds: (a: number) => [a, 1 - a], label: (kinds: readonly number[]) => kinds[0] === 0 },
} as const;

export type Task = keyof typeof tasks;

export interface Images {
  /** (count, size, size) */
  readonly x: Tensor;
  /** (count) */
  readonly y: Tensor;
}

/**
 * Images of two marks, one left of the other. Each lies within a square of a grid of 4 × 4 pixels, so that a patch of that size
 * holds it, and so that its place within the patch tells nothing.
 */
export function drawMarks(task: Task, count: number, random: () => number): Images {
  const below = (n: number): number => Math.floor(random() * n);
  const pixels = new Float32Array(count * size * size).map(() => noise * normal(random));
  const labels = Array.from({ length: count }, (_, image) => {
    const left = below(squares - 1);
    const kinds = tasks[task].kinds(below(2), below(2));
    for (const [i, square] of [left, left + 1 + below(squares - 1 - left)].entries()) {
      const [top, begin] = [below(squares) * unit + below(2), square * unit + below(2)];
      for (const [down, line] of marks[kinds[i]!]!.entries())
        for (const [across, dot] of [...line].entries())
          if (dot === "#") pixels[(image * size + top + down) * size + begin + across]! += 1;
    }
    return tasks[task].label(kinds) ? 1 : 0;
  });
  return { x: fromData(pixels, [count, size, size]), y: ints(labels) };
}

// Box and Muller.
function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
