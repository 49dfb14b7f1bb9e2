import { windowMask } from "@saccade/attention";

// Pairs of a causal window, by the formula and by the mask.
const byFormula = (n: number, w: number): number =>
  n * w - (w * (w - 1)) / 2;
const mask = windowMask(64, { window: 8, causal: true });
console.log(
  "64 positions, window 8:",
  byFormula(64, 8),
  mask.to("float32").sum().item(),
);
const n = 4096;
console.log("full           ", n ** 2);
console.log("causal         ", byFormula(n, n));
console.log("causal, 256    ", byFormula(n, 256));
