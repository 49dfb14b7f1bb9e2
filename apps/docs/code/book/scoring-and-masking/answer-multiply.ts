import { attend } from "@saccade/attention";
import { softmax, tensor } from "@saccade/tensor";

const scores = tensor([[-2, -3, 1]]); // (1, 3)
const mask = tensor([[true, true, false]]); // (1, 3)
console.log(
  "scores times mask: ",
  String(softmax(scores.mul(mask.to("float32")), -1)),
);
console.log(
  "weights times mask:",
  String(softmax(scores, -1).mul(mask.to("float32"))),
);
console.log(
  "masked             ",
  String(attend(scores, tensor([[1], [2], [3]]), { mask }).weights),
);
