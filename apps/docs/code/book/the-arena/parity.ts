import { recurrentMemory } from "@saccade/attention/definitions/ladder";
import { ones, tensor, zeros } from "@saccade/tensor";

// The state, one number, starts as 1. A one has β = 2 and the value 0:
// S ← S + 2 (0 − S) = −S. A zero has β = 0 and changes nothing.
const digits = tensor([1, 0, 1, 1, 0, 1]);
const key = ones([6, 1]);
const { output } = recurrentMemory(key, key, zeros([6, 1]), {
  beta: digits.mul(2),
  state: ones([1, 1]),
  scale: 1,
});
console.log("digits", String(digits));
console.log("sign  ", String(output.flatten()));
