import {
  createBlockMask,
  flexAttention,
} from "@saccade/attention/flex";
import { manualSeed, randn } from "@saccade/tensor";

manualSeed(0);
const x = randn([1, 4, 512, 16]); // (b, h, l, d)
const blockMask = createBlockMask(
  (_b, _h, q, kv) => q.ge(kv),
  null, // the same for all sequences
  null, // and for all heads
  512,
  512,
);
const { output } = flexAttention(x, x, x, {
  scoreMod: (score, _b, _h, q, kv) => score.sub(q.sub(kv)),
  blockMask,
});
console.log(output.shape, `${blockMask.sparsity()} % skipped`);
