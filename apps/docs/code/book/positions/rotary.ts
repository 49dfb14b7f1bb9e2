import { RotaryPositions } from "@saccade/attention";
import { manualSeed, randn } from "@saccade/tensor";

manualSeed(0);
const rotary = new RotaryPositions(8);
// (1, d): one position each
const [q, k] = [randn([1, 8]), randn([1, 8])];

const score = (i: number, j: number): number =>
  rotary
    .forward(q, { offset: i })
    .mul(rotary.forward(k, { offset: j }))
    .sum()
    .item();
for (const distance of [0, 1, 5]) {
  const scores = [0, 10, 500].map((i) =>
    score(i, i + distance).toFixed(3),
  );
  console.log(
    `distance ${distance}, from positions 0, 10, 500: ` +
      `${scores.join("  ")}`,
  );
}
console.log(
  "length kept:",
  Math.abs(
    rotary.forward(q, { offset: 500 }).norm().item() - q.norm().item(),
  ) < 1e-4,
);
