import { softmax, tensor } from "@saccade/tensor";

const scores = tensor([1, 2, 4]);
console.log("scores         ", String(softmax(scores, -1)));
console.log("all plus 100   ", String(softmax(scores.add(100), -1)));
console.log("all times 2    ", String(softmax(scores.mul(2), -1)));
console.log(
  "one of them −∞ ",
  String(softmax(tensor([1, 2, -Infinity]), -1)),
);
