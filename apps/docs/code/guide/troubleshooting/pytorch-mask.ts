import { MultiheadAttention } from "@saccade/attention";
import { randn, tensor } from "@saccade/tensor";

const attention = new MultiheadAttention(4, 2, { batchFirst: true });
const x = randn([1, 3, 4]);
// PyTorch: true = padding
const padding = tensor([[false, false, true]]);
const options: object = { keyPaddingMask: padding };
try {
  attention.forward(x, x, x, options);
} catch (error) {
  console.log(String(error));
}
// (1, 1, 3), true = may attend
const mask = padding.logicalNot().unsqueeze(1);
console.log(attention.forward(x, x, x, { mask }).output.shape);
