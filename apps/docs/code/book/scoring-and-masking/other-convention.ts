import { MultiheadAttention } from "@saccade/attention";
import { manualSeed, randn, tensor } from "@saccade/tensor";

manualSeed(0);
const attention = new MultiheadAttention(4, 1, {
  batchFirst: true,
}).eval();
const x = randn([1, 3, 4]); // (b, l, d)
// (b, m), as PyTorch's key_padding_mask
const isPadding = tensor([[false, false, true]]);

const options = {
  needWeights: true as const,
  keyPaddingMask: isPadding,
};
try {
  attention.forward(x, x, x, options);
} catch (error) {
  console.log(String(error));
}
const { weights } = attention.forward(x, x, x, {
  keyMask: isPadding.logicalNot(),
});
console.log(
  "weight on the padding:",
  weights.narrow(-1, 2, 1).amax().item(),
);
