import {
  scaledDotProductAttention,
  windowMask,
} from "@saccade/attention";
import { Conv1d } from "@saccade/nn";
import { tensor, zeros } from "@saccade/tensor";

const values = tensor([1, 5, 2, 8, 3, 4]);
const kernel = new Conv1d(1, 1, 3, { padding: 1, bias: false });
kernel.loadStateDict({ weight: tensor([[[1, 1, 1]]]).div(3) });
const convolved = kernel.forward(values.reshape([1, 1, 6])).flatten();

const q = zeros([1, 6, 4]); // all scores are equal
const attended = scaledDotProductAttention(
  q,
  q,
  values.reshape([1, 6, 1]),
  {
    // keys less than two steps away
    mask: windowMask(6, { window: 2 }),
  },
).output.flatten();
console.log("convolution", String(convolved));
console.log("attention  ", String(attended));
