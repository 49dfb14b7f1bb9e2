import { scaledDotProductAttention } from "@saccade/attention";
import { manualSeed, randn, type Tensor } from "@saccade/tensor";

manualSeed(0);
const [q, k, v] = [randn([1, 8]), randn([40, 8]), randn([40, 3])];

interface Part {
  readonly m: number;
  readonly l: number;
  readonly o: Tensor;
}

function attend(from: number, count: number): Part {
  const keys = k.narrow(0, from, count);
  const s = q.matmul(keys.t()).div(Math.sqrt(8));
  const m = s.max().item();
  const p = s.sub(m).exp();
  const o = p.matmul(v.narrow(0, from, count));
  return { m, l: p.sum().item(), o };
}

function merge(a: Part, b: Part): Part {
  const m = Math.max(a.m, b.m);
  const [x, y] = [Math.exp(a.m - m), Math.exp(b.m - m)];
  return { m, l: a.l * x + b.l * y, o: a.o.mul(x).add(b.o.mul(y)) };
}

const [a, b, c] = [attend(0, 7), attend(7, 20), attend(27, 13)];
const { output } = scaledDotProductAttention(q, k, v);
for (const { o, l } of [merge(merge(a, b), c), merge(c, merge(b, a))]) {
  const difference = o.div(l).sub(output).abs().max().item();
  console.log("differs by less than 1e-6:", difference < 1e-6);
}
