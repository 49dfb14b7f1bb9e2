import { scaledDotProductAttention } from "@saccade/attention";
import { manualSeed, randn, zeros } from "@saccade/tensor";

manualSeed(3);
const [n, d, tile] = [12, 4, 4];
const q = randn([1, d]).mul(2);
const [k, v] = [randn([n, d]), randn([n, 2])];

let m = -Infinity; // the largest score so far
let l = 0; // Σ exp(score − m)
let o = zeros([1, 2]); // Σ exp(score − m) · value

for (let j = 0; j < n; j += tile) {
  const keys = k.narrow(0, j, tile); // (tile, d)
  const values = v.narrow(0, j, tile); // (tile, dv)
  const s = q.matmul(keys.t()).div(Math.sqrt(d)); // (1, tile)

  const larger = Math.max(m, s.max().item());
  const p = s.sub(larger).exp(); // not yet divided by the sum
  const shrink = Math.exp(m - larger);
  l = l * shrink + p.sum().item();
  o = o.mul(shrink).add(p.matmul(values));
  m = larger;
  const soFar = o.div(l).toArray(2)[0]!;
  console.log(
    `keys ${j}–${j + tile - 1}: m ${m.toFixed(3)}, ` +
      `× ${shrink.toFixed(3)}, l ${l.toFixed(3)}, ` +
      `o / l ${soFar.map((x) => x.toFixed(3)).join(" ")}`,
  );
}

const { output } = scaledDotProductAttention(q, k, v);
const difference = o.div(l).sub(output).abs().max().item();
console.log("differs by less than 1e-6:", difference < 1e-6);
