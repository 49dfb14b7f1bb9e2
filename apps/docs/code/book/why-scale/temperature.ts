import { scaledDotProductAttention } from "@saccade/attention";
import { tensor } from "@saccade/tensor";

const q = tensor([[1, -1, 0.5, 1]]); // (1, 4), so √d is 2
const k = tensor([
  [1, 0, 1, 0.5],
  [0.5, -1, 0, 1],
  [-1, 1, 0, 0],
]); // (3, 4)
const v = tensor([[1], [2], [3]]); // (3, 1)

for (const temperature of [0.5, 2, 8]) {
  const { weights } = scaledDotProductAttention(q, k, v, {
    temperature,
  });
  console.log(`temperature ${temperature}: ${String(weights)}`);
}
console.log(
  "default:       ",
  String(scaledDotProductAttention(q, k, v).weights),
);
