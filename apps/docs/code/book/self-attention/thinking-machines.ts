import { tensor } from "@saccade/tensor";

// q·k of "Thinking" with "Thinking" and with "Machines"
const scores = tensor([112, 96]);
const scaled = scores.div(Math.sqrt(64)); // keys of 64 dims
const weights = scaled.softmax(-1);

const show = (x: unknown, digits: number): string =>
  (x as number[]).map((value) => value.toFixed(digits)).join(", ");
console.log("divided by 8:", show(scaled.toArray(), 0));
console.log("softmax:     ", show(weights.toArray(), 2));
