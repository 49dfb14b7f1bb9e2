import { MultiheadAttention } from "@saccade/attention";
import { Conv2d } from "@saccade/nn";

const d = 64;
for (const kernel of [1, 3, 7]) {
  console.log(
    `convolution ${kernel} × ${kernel}:`,
    new Conv2d(d, d, kernel).numParameters(),
  );
}
console.log(
  "self-attention:   ",
  new MultiheadAttention(d, 4).numParameters(),
);
