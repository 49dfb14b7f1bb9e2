import {
  causalMask,
  maskedSoftmax,
  scaledDotProductAttention,
} from "@saccade/attention";
import { tensor, zeros } from "@saccade/tensor";

// Equal scores everywhere, so that only the masks show: (b, n, m) =
// (2, 2, 4).
const scores = zeros([2, 2, 4]);
console.log(
  "validLens (b): a length for each sequence\n",
  String(maskedSoftmax(scores, tensor([2, 3], { dtype: "int32" }))),
);
console.log(
  "validLens (b, n): a length for each query\n",
  String(
    maskedSoftmax(
      scores,
      tensor(
        [
          [1, 3],
          [2, 4],
        ],
        { dtype: "int32" },
      ),
    ),
  ),
);
// #region causal
// (l, d), self-attention: queries, keys and values are one sequence
const x = zeros([3, 4]);
console.log(
  "causal (n, m)\n",
  String(
    scaledDotProductAttention(x, x, x, { mask: causalMask(3) }).weights,
  ),
);
// #endregion causal
