import { attend } from "@saccade/attention";
import { softmax, tensor, where, zeros } from "@saccade/tensor";

const scores = zeros([2, 1, 2, 2]); // (b, h, n, m) = (2, 1, 2, 2)
const padding = tensor([
  [true, false],
  [true, true],
]); // (b, m): the first sequence has one key, the second has two

// (b, 1, m) is taken as (h, n, m)
const wrong = softmax(where(padding.unsqueeze(1), scores, -1e9), -1);
console.log("shape of the weights", wrong.shape);
console.log("sequence 1:", String(wrong.select(0, 1)));
console.log(
  "keyMask:   ",
  String(
    attend(scores, zeros([2, 1, 2, 1]), {
      keyMask: padding,
    }).weights.select(0, 1),
  ),
);
