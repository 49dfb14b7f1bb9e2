import { scaledDotProductAttention } from "@saccade/attention";
import { Conv1d } from "@saccade/nn";
import {
  manualSeed,
  randn,
  type Tensor,
  tensor,
} from "@saccade/tensor";

manualSeed(0);
const x = randn([1, 6, 4]); // (b, n, d)
const order = tensor([3, 1, 5, 0, 4, 2], { dtype: "int32" });
const convolution = new Conv1d(4, 4, 3, { padding: 1 });
for (const [name, layer] of Object.entries({
  convolution: (y: Tensor) =>
    convolution.forward(y.transpose(1, 2)).transpose(1, 2),
  "attention  ": (y: Tensor) =>
    scaledDotProductAttention(y, y, y).output,
})) {
  const before = layer(x.indexSelect(1, order));
  const after = layer(x).indexSelect(1, order);
  console.log(name, before.sub(after).abs().max().item().toFixed(4));
}
