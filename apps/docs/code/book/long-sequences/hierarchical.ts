import { noGrad } from "@saccade/autograd";
import { HierarchicalAttention } from "@saccade/models";
import { manualSeed, randn, tensor } from "@saccade/tensor";

manualSeed(0);
const net = new HierarchicalAttention(8, 6);
// (b, s, w, d): three sentences of at most five words
const words = randn([1, 3, 5, 8]);
const wordLens = tensor([[5, 2, 4]], { dtype: "int32" }); // (b, s)
noGrad(() => {
  const { output, wordWeights, sentenceWeights } = net.forward(words, {
    wordLens,
  });
  console.log("document ", output.shape);
  console.log("sentences", String(sentenceWeights.select(0, 0)));
  console.log(
    "words of the second",
    String(wordWeights.select(0, 0).select(0, 1)),
  );
});
