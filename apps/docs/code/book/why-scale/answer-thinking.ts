import { softmax, tensor } from "@saccade/tensor";

// of "Thinking" with "Thinking" and "Machines"
const scores = tensor([112, 96]);
const d = 64;
console.log(
  "q·k      ",
  String(scores),
  "weights",
  String(softmax(scores, -1)),
);
const scaled = scores.div(Math.sqrt(d));
console.log(
  "q·k / √d ",
  String(scaled),
  "weights",
  String(softmax(scaled, -1)),
);
const divided = scores.div(d);
console.log(
  "q·k / d  ",
  String(divided),
  "weights",
  String(softmax(divided, -1)),
);
