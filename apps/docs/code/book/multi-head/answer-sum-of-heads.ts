import { MultiheadAttention } from "@saccade/attention";
import { manualSeed, rand, stack } from "@saccade/tensor";

manualSeed(0);
const [n, d, heads] = [5, 8, 2];
const x = rand([1, n, d]);
const layer = new MultiheadAttention(d, heads, { batchFirst: true });
const { output, weights } = layer.forward(x, x, x, {
  averageAttnWeights: false,
}); // (1, n, d), (1, h, n, n)

// The rows of W_V are 2d to 3d of the packed matrix, d / h a head.
const width = d / heads;
const parts = [0, 1].map((head) => {
  const wv = layer.in_proj_weight!.narrow(
    0,
    2 * d + head * width,
    width,
  );
  const values = x.select(0, 0).matmul(wv.t()); // (n, d / h)
  const read = weights.select(0, 0).select(0, head).matmul(values);
  const wo = layer.out_proj.weight.narrow(1, head * width, width);
  return read.matmul(wo.t()); // (n, d): what this head adds
});
const sum = stack(parts).sum(0).add(layer.out_proj.bias!);
console.log(
  "sum of the heads, difference below 1e-6:",
  sum.sub(output.select(0, 0)).abs().max().item() < 1e-6,
);
