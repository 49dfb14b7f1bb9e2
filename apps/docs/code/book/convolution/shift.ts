import { MultiheadAttention, positionalEncoding } from "@saccade/attention";
import { noGrad } from "@saccade/autograd";
import { Conv1d } from "@saccade/nn";
import { manualSeed, randn, type Tensor } from "@saccade/tensor";

manualSeed(0);
const [n, d] = [12, 8];
const x = randn([1, n, d]); // (b, n, d)
const moved = x.roll(1, 1); // the same sequence one place farther
const conv = new Conv1d(d, d, 3, { padding: 1 });
const attention = new MultiheadAttention(d, 2, { batchFirst: true }).eval();
const positions = positionalEncoding(n, d); // (n, d)

const models: Record<string, (x: Tensor) => Tensor> = {
  convolution: (x) => conv.forward(x.transpose(1, 2)).transpose(1, 2),
  "self-attention": (x) => attention.forward(x, x, x).output,
  "self-attention with positions": (x) => {
    const placed = x.add(positions);
    return attention.forward(placed, placed, placed).output;
  },
};
noGrad(() => {
  for (const [name, model] of Object.entries(models)) {
    // Away from the ends, where the convolution sees padding.
    const inner = (y: Tensor): Tensor => y.narrow(1, 3, n - 6);
    const difference = inner(model(moved))
      .sub(inner(model(x).roll(1, 1)))
      .abs()
      .max()
      .item();
    console.log(
      `${name.padEnd(30)} ${difference < 1e-5 ? "moves along" : `differs by ${difference.toFixed(2)}`}`,
    );
  }
});
