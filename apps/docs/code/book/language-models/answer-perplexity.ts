import { crossEntropy } from "@saccade/nn";
import { tensor, zeros } from "@saccade/tensor";

const next = tensor([2, 0, 1], { dtype: "int32" }); // (n)
const perplexity = (
  logits: Parameters<typeof crossEntropy>[0],
): string => Math.exp(crossEntropy(logits, next).item()).toFixed(2);

// (n, vocabulary)
console.log("all 8 tokens alike:", perplexity(zeros([3, 8])));
const half = tensor([
  [0, -99, 0, -99],
  [0, 0, -99, -99],
  [-99, 0, -99, 0],
]);
console.log("two left each time:", perplexity(half));
