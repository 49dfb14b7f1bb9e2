import { MultiheadAttention } from "@saccade/attention";
import { arange } from "@saccade/tensor";

// Fixed numbers in place of random ones, so that PyTorch can have the
// same.
const attention = new MultiheadAttention(4, 2, { batchFirst: true });
attention.loadStateDict({
  // W_Q, W_K and W_V, one below the other
  in_proj_weight: arange(48).mul(0.7).sin().reshape([12, 4]),
  in_proj_bias: arange(12).mul(0.3).cos(),
  "out_proj.weight": arange(16).mul(1.1).sin().reshape([4, 4]),
  "out_proj.bias": arange(4).mul(0.1),
});

const x = arange(12).mul(0.5).sin().reshape([1, 3, 4]); // (b, n, d)
const { output, weights } = attention.forward(x, x, x, {
  averageAttnWeights: false,
}); // weights (b, h, n, n)

const print = (rows: unknown): void => {
  for (const row of rows as number[][])
    console.log(row.map((y) => y.toFixed(4)).join("  "));
};
print(output.select(0, 0).toArray());
console.log("head 0");
print(weights.select(0, 0).select(0, 0).toArray());
console.log("head 1");
print(weights.select(0, 0).select(0, 1).toArray());
