import type { Points } from "./data.ts";

/** Noisy points of 2 sin x + x^0.8: keys and values. The chapter's programs have the same. */
export const points: Points = {
  x: [
    0.02, 0.21, 0.28, 0.47, 0.74, 0.85, 1.13, 1.48, 1.6, 1.7, 1.72, 2.02, 2.42, 2.49, 2.5, 2.54, 2.55, 2.58,
    2.67, 3.45, 3.76, 4.54, 4.7, 4.72,
  ],
  y: [
    -0.6, 0.57, 0.41, 1.57, 1.45, 2.39, 2.6, 2.86, 3.23, 2.71, 2.37, 3.8, 2.85, 3, 3.15, 3.75, 3.36, 3.19,
    3.15, 1.83, 0.98, 1.6, 0.97, 2.03,
  ],
};

export const widths = { least: 0.05, most: 5 } as const;
