import { tensor } from "@saccade/tensor";

// All vectors of d components −1, 0 or 1, (3^d, d): variance 2/3.
const d = 4;
const all = tensor(
  Array.from({ length: 3 ** d }, (_, i) =>
    Array.from(
      { length: d },
      (_, j) => (Math.trunc(i / 3 ** j) % 3) - 1,
    ),
  ),
);
const scores = all.matmul(all.t()).flatten(); // every pair
const variance = (divisor: number): string =>
  scores.div(divisor).var(0, { correction: 0 }).item().toFixed(4);
console.log(
  "component",
  all.flatten().var(0, { correction: 0 }).item().toFixed(4),
);
console.log("q · k    ", variance(1));
console.log("by √d    ", variance(Math.sqrt(d)));
console.log("by 2√d/3 ", variance((2 * Math.sqrt(d)) / 3));
