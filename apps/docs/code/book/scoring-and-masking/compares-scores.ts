import { attend } from "@saccade/attention";
import { softmax, tensor, where } from "@saccade/tensor";

// (1, 4); the second score happens to be exactly 0
const scores = tensor([[2, 0, 1, 3]]);
// (1, 4); the last key is padding
const mask = tensor([[true, true, true, false]]);

// compares the scores with 0, not the mask
const wrong = softmax(where(scores.eq(0), -1e20, scores), -1);
console.log("att_weight == 0 ", String(wrong));
console.log(
  "mask == 0       ",
  String(
    attend(scores, tensor([[1], [2], [3], [4]]), { mask }).weights,
  ),
);
