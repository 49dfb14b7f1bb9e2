import {
  causalMask,
  scaledDotProductAttention,
} from "@saccade/attention";
import { cat, manualSeed, randn, type Tensor } from "@saccade/tensor";

manualSeed(0);
const [n, d] = [4, 8];
const answer = randn([1, n, d]); // (b, n, d)
const source = randn([1, n, d]);
const other = cat([source.narrow(1, 0, n - 1), randn([1, 1, d])], 1);
const encode = (x: Tensor): Tensor =>
  scaledDotProductAttention(x, x, x).output;
const cross = (memory: Tensor): Tensor =>
  scaledDotProductAttention(answer, memory, memory, {
    mask: causalMask(n),
  }).output;

for (const [name, memory] of [
  ["embeddings", (x: Tensor) => x],
  ["encoded   ", encode],
] as const) {
  const change = cross(memory(source))
    .sub(cross(memory(other)))
    .abs();
  const rows = change.amax(-1).flatten().toArray(1);
  console.log(
    name,
    rows.map((row) => (row < 1e-6 ? "same" : "changes")).join(" "),
  );
}
