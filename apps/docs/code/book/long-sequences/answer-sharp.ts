import {
  linearAttention,
  scaledDotProductAttention,
} from "@saccade/attention";
import { tensor } from "@saccade/tensor";

// Eight keys at even angles; the query is the third key, made longer
// and longer.
const angles = Array.from({ length: 8 }, (_, i) => (i * Math.PI) / 4);
// (1, 8, 2)
const k = tensor([angles.map((a) => [Math.cos(a), Math.sin(a)])]);
// (1, 8, 1): the output is the third key's weight
const v = tensor([angles.map((_, i) => [i === 2 ? 1 : 0])]);
for (const length of [1, 4, 16]) {
  const q = k.narrow(1, 2, 1).mul(length); // (1, 1, 2)
  const soft = scaledDotProductAttention(q, k, v).output.item();
  const linear = linearAttention(q, k, v).item();
  console.log(
    `length ${length}: softmax ${soft.toFixed(3)}, ` +
      `linear ${linear.toFixed(3)}`,
  );
}
