import {
  causalMask,
  scaledDotProductAttention,
} from "@saccade/attention";
import { ones, tensor } from "@saccade/tensor";

// (b, m, d): four keys, three of them from the cache
const keys = ones([1, 4, 2]);
const values = tensor([[[10], [20], [30], [40]]]); // (1, 4, 1)
const query = ones([1, 1, 2]); // (b, n, d): the new token only

for (const [name, mask] of [
  ["causalMask(1, 4)", causalMask(1, 4)],
  ["causalMask(1, 4, { offset: 3 })", causalMask(1, 4, { offset: 3 })],
] as const) {
  const { output, weights } = scaledDotProductAttention(
    query,
    keys,
    values,
    { mask },
  );
  console.log(
    name.padEnd(32),
    String(weights.flatten()),
    "output",
    output.item(),
  );
}
