import { noGrad } from "@saccade/autograd";
import { tensor } from "@saccade/tensor";

// Three words; the first two have the same value.
const values = tensor([
  [1, 2],
  [1, 2],
  [5, 0],
]); // (3, 2)
for (const row of [
  [0.8, 0.1, 0.1],
  [0.1, 0.8, 0.1],
]) {
  const output = noGrad(() => tensor([row]).matmul(values));
  const numbers = output.flatten().toArray(1);
  console.log(
    `weights ${row.join(" ")}: output ` +
      numbers.map((x) => x.toFixed(2)).join(" "),
  );
}
