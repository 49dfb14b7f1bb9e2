import { recurrentMemory } from "@saccade/attention/definitions/ladder";
import { ones, type Tensor, tensor } from "@saccade/tensor";

// Two keys that overlap: their product is 0.6.
const keys = tensor([
  [1, 0],
  [0.6, 0.8],
]);
const values = tensor([[1], [5]]);
const read = (state: Tensor): string =>
  String(keys.matmul(state).flatten());

const added = recurrentMemory(keys, keys, values, { scale: 1 });
console.log("wanted  ", String(values.flatten()));
console.log("added   ", read(added.state));
const beta = ones([2]);
const replaced = recurrentMemory(keys, keys, values, {
  beta,
  scale: 1,
});
console.log("replaced", read(replaced.state));
