import { scaledDotProductAttention } from "@saccade/attention";
import { manualSeed, randn, tensor } from "@saccade/tensor";

manualSeed(0);
const [q, k, v] = [
  randn([1, 2, 4]),
  randn([1, 3, 4]),
  randn([1, 3, 2]),
];
const b = tensor([10, -10]);
const mask = tensor([
  [true, true, false],
  [false, false, false], // this query has no key
]);

const plain = scaledDotProductAttention(q, k, v, { mask }).output;
const biased = scaledDotProductAttention(q, k, v.add(b), {
  mask,
}).output;
// (2, 2)
const change = biased.sub(plain).select(0, 0).toArray(2);
for (const [i, row] of change.entries()) {
  console.log(
    `query ${i}: the output changes by ` +
      `(${row.map((x) => x.toFixed(3)).join(", ")})`,
  );
}
