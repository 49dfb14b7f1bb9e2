import { scaledDotProductAttention } from "@saccade/attention";
import { Conv1d } from "@saccade/nn";
import { manualSeed, randn, tensor } from "@saccade/tensor";

const values = tensor([[[1, 5, 2, 8, 3, 4]]]); // (b, channels, n)
const kernel = new Conv1d(1, 1, 3, { padding: 1, bias: false });
// (out, in, 3)
kernel.loadStateDict({ weight: tensor([[[0.25, 0.5, 0.25]]]) });
const convolved = kernel.forward(values);
console.log("convolution         ", String(convolved.flatten()));

// The same as a matrix of weights, (n, n): each row is the kernel at
// another place, whatever the values are.
const weights = tensor(
  Array.from({ length: 6 }, (_, i) =>
    Array.from({ length: 6 }, (_, j) =>
      i === j ? 0.5 : Math.abs(i - j) === 1 ? 0.25 : 0,
    ),
  ),
);
console.log(
  "weights by place    ",
  String(weights.matmul(values.reshape([6, 1])).flatten()),
);

// Attention computes its matrix from the input, and reaches every
// place.
manualSeed(0);
const x = randn([1, 6, 4]); // (b, n, d)
const attended = scaledDotProductAttention(
  x,
  x,
  values.reshape([1, 6, 1]),
);
console.log("attention           ", String(attended.output.flatten()));
console.log(
  "its first row       ",
  String(attended.weights.select(0, 0).select(0, 0)),
);
