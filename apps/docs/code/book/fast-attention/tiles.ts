import { scaledDotProductAttention } from "@saccade/attention";
import {
  cat,
  full,
  manualSeed,
  memory,
  randn,
  resetPeakMemory,
  scope,
  type Tensor,
  zeros,
} from "@saccade/tensor";

manualSeed(0);
const [d, block] = [16, 16];

// #region tiled
/** Attention of one block of queries: q (b, d), k (n, d), v (n, dv). */
function attendBlock(q: Tensor, k: Tensor, v: Tensor): Tensor {
  let m = full([q.size(0), 1], -Infinity);
  let l = zeros([q.size(0), 1]);
  let o = zeros([q.size(0), v.size(1)]);
  for (let j = 0; j < k.size(0); j += block) {
    [m, l, o] = scope(() => {
      const keys = k.narrow(0, j, block);
      const s = q.matmul(keys.t()).div(Math.sqrt(d)); // (b, block)
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

function attendTiles(q: Tensor, k: Tensor, v: Tensor): Tensor {
  const blocks: Tensor[] = [];
  for (let i = 0; i < q.size(0); i += block)
    blocks.push(scope(() => attendBlock(q.narrow(0, i, block), k, v)));
  return cat(blocks, 0);
}
// #endregion tiled

const plain = (q: Tensor, k: Tensor, v: Tensor): Tensor =>
  scaledDotProductAttention(q, k, v).output;

function peak(attend: typeof plain, x: readonly Tensor[]): string {
  const [q, k, v] = x;
  const before = memory().bytes;
  resetPeakMemory();
  scope(() => attend(q!, k!, v!));
  return `${Math.round((memory().peak - before) / 1024)} KiB`;
}

console.log("  n   definition   in tiles   largest difference");
for (const n of [64, 128, 256, 512]) {
  scope(() => {
    const x = [randn([n, d]), randn([n, d]), randn([n, d])] as const;
    const apart = plain(...x).sub(attendTiles(...x));
    const difference = apart.abs().max().item();
    console.log(
      `${String(n).padStart(3)} ${peak(plain, x).padStart(12)} ` +
        `${peak(attendTiles, x).padStart(10)}   ` +
        `below 1e-6: ${difference < 1e-6}`,
    );
  });
}
