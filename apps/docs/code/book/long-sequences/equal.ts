import {
  bigBirdLayout,
  blockMask,
  blockSparseAttention,
  scaledDotProductAttention,
  slidingWindowAttention,
  windowMask,
} from "@saccade/attention";
import { manualSeed, randn, type Tensor } from "@saccade/tensor";

manualSeed(0);
const n = 96;
const [q, k, v] = [
  randn([1, 2, n, 8]),
  randn([1, 2, n, 8]),
  randn([1, 2, n, 8]),
]; // (b, h, n, d)

function compare(name: string, output: Tensor, mask: Tensor): void {
  const full = scaledDotProductAttention(q, k, v, { mask }).output;
  const difference = output.sub(full).abs().max().item();
  const scores = mask.to("float32").sum().item();
  console.log(
    `${name}: ${scores} of ${n * n} scores, difference below 1e-6: ` +
      `${difference < 1e-6}`,
  );
}
const near = { window: 8, causal: true };
compare(
  "window      ",
  slidingWindowAttention(q, k, v, near),
  windowMask(n, near),
);
const dilated = { window: 8, dilation: 3, causal: true };
compare(
  "dilated     ",
  slidingWindowAttention(q, k, v, dilated),
  windowMask(n, dilated),
);
const blocks = {
  blockSize: 8,
  layout: bigBirdLayout(n / 8),
  causal: true,
};
compare(
  "block-sparse",
  blockSparseAttention(q, k, v, blocks),
  blockMask(n, n, blocks),
);
