import {
  MultiheadAttention,
  scaledDotProductAttention,
} from "@saccade/attention";
import { manualSeed, rand, tensor } from "@saccade/tensor";

manualSeed(0);
// Two sequences of two tokens, two heads: b = h, so that a mask on the
// wrong axis fits.
const q = rand([2, 2, 2, 4]); // (b, h, n, d)
const padding = tensor([
  [true, true], // sequence 0 has two tokens
  [true, false], // sequence 1 has one
]); // (b, n)
const perSequence = padding.unsqueeze(1); // (b, 1, n)

try {
  scaledDotProductAttention(q, q, q, { mask: perSequence });
} catch (error) {
  console.log((error as Error).message);
}
// What broadcasting from the right would do: (2, 1, 2) stands for (1,
// h, 1, n).
const asHeads = scaledDotProductAttention(q, q, q, {
  mask: perSequence.unsqueeze(0),
}).weights;
const asBatch = scaledDotProductAttention(q, q, q, {
  mask: perSequence.unsqueeze(1),
}).weights;
const last = (
  weights: typeof q,
  sequence: number,
  head: number,
): string =>
  weights
    .select(0, sequence)
    .select(0, head)
    .select(0, 0)
    .select(0, 1)
    .item()
    .toFixed(2);
for (const sequence of [0, 1]) {
  for (const head of [0, 1]) {
    const place = `sequence ${sequence}, head ${head}`;
    console.log(
      `${place}: weight of token 1: ` +
        `${last(asHeads, sequence, head)} wrong, ` +
        `${last(asBatch, sequence, head)} right`,
    );
  }
}
// A module that hides its heads takes the mask as it is.
const x = rand([2, 2, 8]);
const { weights } = new MultiheadAttention(8, 2, {
  batchFirst: true,
}).forward(x, x, x, {
  mask: perSequence,
});
console.log("MultiheadAttention:", weights.shape.join(" × "));
