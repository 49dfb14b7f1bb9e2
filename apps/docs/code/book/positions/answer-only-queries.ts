import { RotaryPositions } from "@saccade/attention";
import { manualSeed, randn, type Tensor } from "@saccade/tensor";

manualSeed(0);
const rotary = new RotaryPositions(8);
const [q, k] = [randn([1, 8]), randn([1, 8])];
const turn = (x: Tensor, offset: number): Tensor =>
  rotary.forward(x, { offset });

for (const [i, j] of [
  [3, 1],
  [13, 11],
  [103, 101],
] as const) {
  // #region bug
  const score = turn(q, i).mul(k).sum().item();
  // #endregion bug
  const right = turn(q, i).mul(turn(k, j)).sum().item();
  console.log(
    `positions ${i} and ${j}: ${score.toFixed(3)}, ` +
      `both turned ${right.toFixed(3)}`,
  );
}
