import {
  PositionalEncoding,
  scaledDotProductAttention,
} from "@saccade/attention";
import { tensor, zeros } from "@saccade/tensor";

// One key fits the query; all others do not. It stands 1, 10 or 100
// places before the query.
const d = 64;
// (1, 128, 64)
const p = new PositionalEncoding(d).eval().forward(zeros([1, 128, d]));
const weightAt = (distance: number, withPositions: boolean): number => {
  const key = Array.from({ length: 128 }, (_, j) =>
    Array.from({ length: d }, () => (j === 127 - distance ? 0.6 : 0)),
  );
  const k = tensor([key]); // (1, 128, 64)
  // (1, 1, 64)
  const q = tensor([[Array.from({ length: d }, () => 0.6)]]);
  const [qq, kk] = withPositions
    ? [q.add(p.narrow(1, 127, 1)), k.add(p)]
    : [q, k];
  return scaledDotProductAttention(qq, kk, k)
    .weights.flatten()
    .select(0, 127 - distance)
    .item();
};
for (const distance of [1, 10, 100]) {
  console.log(
    `distance ${distance}: weight ` +
      `${weightAt(distance, false).toFixed(4)} without positions, ` +
      `${weightAt(distance, true).toFixed(4)} with`,
  );
}
