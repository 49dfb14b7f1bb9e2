import { scaledDotProductAttention } from "@saccade/attention";
import { manualSeed, randn, tensor } from "@saccade/tensor";

manualSeed(0);
const [q, k, v] = [
  randn([1, 3, 4]),
  randn([1, 5, 4]),
  randn([1, 5, 4]),
]; // (b, n, d), (b, m, d), (b, m, d)
const b = tensor([0.5, -1, 2, 1]); // (d), added to every row

const plain = scaledDotProductAttention(q, k, v);
const cases = {
  query: scaledDotProductAttention(q.add(b), k, v),
  key: scaledDotProductAttention(q, k.add(b), v),
  value: scaledDotProductAttention(q, k, v.add(b)),
};
const show = (change: number): string =>
  change < 1e-5 ? "rounding" : change.toFixed(4);
for (const [name, { output, weights }] of Object.entries(cases)) {
  const changes = [
    weights.sub(plain.weights),
    output.sub(plain.output),
  ].map((x) => x.abs().max().item());
  console.log(
    `${name.padEnd(5)} bias: weights change by ` +
      `${show(changes[0]!)}, output by ${show(changes[1]!)}`,
  );
}
