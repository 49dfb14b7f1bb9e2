import { crossEntropy, maskedSoftmaxCELoss } from "@saccade/nn";
import { full, tensor } from "@saccade/tensor";

// Two targets of 4 and 2 words, padded to 10 steps; the network finds
// all of 26 words equally likely.
const [b, numSteps, words] = [2, 10, 26];
const scores = full([b, numSteps, words], 0); // (b, n, words)
const wanted = full([b, numSteps], 5, { dtype: "int32" });
const lengths = tensor([4, 2], { dtype: "int32" });

// (b): each the mean over 10 steps
const loss = maskedSoftmaxCELoss(scores, wanted, lengths);
const tokens = lengths.sum().item(); // 6
console.log("printed:   ", (loss.sum().item() / tokens).toFixed(4));
const each = crossEntropy(
  scores.narrow(1, 0, 1).reshape([b, words]),
  wanted.narrow(1, 0, 1).reshape([b]),
);
console.log(
  "per token: ",
  each.item().toFixed(4),
  "= ln 26 =",
  Math.log(words).toFixed(4),
);
console.log(
  "perplexity:",
  Math.exp(each.item()).toFixed(1),
  "not",
  Math.exp(loss.sum().item() / tokens).toFixed(1),
);

// Seconds of three epochs of 3000 tokens each; the first one is slow.
const seconds = [3, 1, 1];
const all = seconds.reduce((sum, x) => sum + x, 0);
console.log(
  "tokens/s, of the last epoch:",
  3000 / seconds.at(-1)!,
  " of all:",
  (3 * 3000) / all,
);
