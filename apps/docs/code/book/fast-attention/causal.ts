import { scaledDotProductAttention } from "@saccade/attention";
import {
  arange,
  cat,
  full,
  manualSeed,
  randn,
  scope,
  type Tensor,
  where,
  zeros,
} from "@saccade/tensor";

manualSeed(0);
const [n, d, block] = [96, 8, 16];
const tiles = { skipped: 0, whole: 0, masked: 0 };

// #region tiles
function attendBlock(q: Tensor, k: Tensor, v: Tensor, i: number) {
  let m = full([block, 1], -Infinity);
  let l = zeros([block, 1]);
  let o = zeros([block, v.size(1)]);
  for (let j = 0; j < n; j += block) {
    if (j > i + block - 1) {
      tiles.skipped++; // every key comes after every query
      continue;
    }
    [m, l, o] = scope(() => {
      let s = q.matmul(k.narrow(0, j, block).t()).div(Math.sqrt(d));
      if (j + block - 1 > i) {
        tiles.masked++; // the diagonal runs through this tile
        const queries = arange(i, i + block).unsqueeze(1);
        const keys = arange(j, j + block);
        s = where(queries.ge(keys), s, -Infinity);
      } else tiles.whole++;
      const larger = m.maximum(s.amax(-1, { keepdim: true }));
      const p = s.sub(larger).exp();
      const shrink = m.sub(larger).exp();
      return [
        larger,
        l.mul(shrink).add(p.sum(-1, { keepdim: true })),
        o.mul(shrink).add(p.matmul(v.narrow(0, j, block))),
      ] as const;
    });
  }
  return o.div(l);
}
// #endregion tiles

const [q, k, v] = [randn([n, d]), randn([n, d]), randn([n, d])];
const blocks: Tensor[] = [];
for (let i = 0; i < n; i += block)
  blocks.push(attendBlock(q.narrow(0, i, block), k, v, i));
const { output } = scaledDotProductAttention(q, k, v, { causal: true });
const difference = cat(blocks, 0).sub(output).abs().max().item();
console.log(tiles);
console.log("differs by less than 1e-6:", difference < 1e-6);
const computed = (tiles.whole + tiles.masked) * block * block;
console.log(
  `scores: ${computed} computed, ${(n * (n + 1)) / 2} needed, ` +
    `${n * n} in the matrix`,
);
