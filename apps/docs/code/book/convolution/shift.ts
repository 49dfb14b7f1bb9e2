import {
  MultiheadAttention,
  positionalEncoding,
} from "@saccade/attention";
import { noGrad } from "@saccade/autograd";
import { Conv1d } from "@saccade/nn";
import { manualSeed, randn, type Tensor } from "@saccade/tensor";

manualSeed(0);
const [n, d] = [12, 8];
const x = randn([1, n, d]); // (b, n, d)
const moved = x.roll(1, 1); // one place farther, the last one first
const conv = new Conv1d(d, d, 3, { padding: 1 });
const attention = new MultiheadAttention(d, 2, { batchFirst: true });
const positions = positionalEncoding(n, d); // (n, d)

const models: Record<string, (x: Tensor) => Tensor> = {
  convolution: (x) => conv.forward(x.transpose(1, 2)).transpose(1, 2),
  "self-attention": (x) => attention.forward(x, x, x).output,
  "self-attention with positions": (x) => {
    const placed = x.add(positions);
    return attention.forward(placed, placed, placed).output;
  },
};
const say = (difference: number): string =>
  difference < 1e-5
    ? "moves along"
    : `differs by ${difference.toFixed(2)}`;

noGrad(() => {
  for (const [name, model] of Object.entries(models)) {
    const apart = model(moved).sub(model(x).roll(1, 1)).abs();
    // The ends are where the convolution sees padding.
    const inside = apart
      .narrow(1, 3, n - 6)
      .max()
      .item();
    const anywhere = apart.max().item();
    console.log(
      `${name.padEnd(30)} inside: ${say(inside).padEnd(16)}`,
      `with the ends: ${say(anywhere)}`,
    );
  }
});
