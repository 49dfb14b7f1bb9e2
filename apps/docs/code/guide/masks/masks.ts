import { scaledDotProductAttention } from "@saccade/attention";
import {
  cat,
  equal,
  full,
  manualSeed,
  randn,
  tensor,
} from "@saccade/tensor";

manualSeed(0);
const x = randn([1, 2, 4]);
const padded = cat([x, full([1, 1, 4], NaN)], 1);
// (b, lk): the last key is padding
const keyMask = tensor([[true, true, false]]);

const { output, weights } = scaledDotProductAttention(
  padded.slice(1, { stop: 2 }),
  padded,
  padded,
  { keyMask },
);
console.log(String(weights));

// As without the padding, whatever it contains.
const short = scaledDotProductAttention(x, x, x);
console.log(equal(output, short.output));
