import { tensor, zeros } from "@saccade/tensor";

const number = tensor(7);
const vector = tensor([1, 2, 3]);
const matrix = tensor([
  [1, 2, 3],
  [4, 5, 6],
]);
// 8 sentences of 5 words, 16 numbers for each word
const batch = zeros([8, 5, 16]);

for (const x of [number, vector, matrix, batch]) {
  const shape = `(${x.shape.join(", ")})`;
  console.log(shape.padEnd(12), x.ndim, "dims,", x.numel, "elements");
}
