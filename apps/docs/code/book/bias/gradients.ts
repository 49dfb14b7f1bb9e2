import { scaledDotProductAttention } from "@saccade/attention";
import { grad } from "@saccade/autograd";
import { manualSeed, randn, zeros } from "@saccade/tensor";

manualSeed(0);
const [q, k, v] = [
  randn([1, 3, 4]),
  randn([1, 5, 4]),
  randn([1, 5, 4]),
];
const target = randn([1, 3, 4]);

const loss = (bq: typeof q, bk: typeof q, bv: typeof q) => {
  const { output } = scaledDotProductAttention(
    q.add(bq),
    k.add(bk),
    v.add(bv),
  ); // (1, 3, 4)
  return output.sub(target).square().mean();
};
const gradients = grad(loss, { argnums: [0, 1, 2] })(
  zeros([4]),
  zeros([4]),
  zeros([4]),
);
for (const [i, name] of ["query", "key", "value"].entries()) {
  const largest = gradients[i]!.abs().max().item();
  console.log(
    `${name.padEnd(5)} bias: largest gradient ` +
      `${largest < 1e-6 ? "rounding" : largest.toFixed(4)}`,
  );
}
