import { noGrad } from "@saccade/autograd";
import { GPT } from "@saccade/models";
import { crossEntropy } from "@saccade/nn";
import { manualSeed, tensor } from "@saccade/tensor";

manualSeed(0);
const gpt = new GPT({
  vocabSize: 50,
  maxLen: 16,
  dModel: 16,
  numLayers: 2,
  numHeads: 2,
});
// six tokens are five questions: what follows 7, what follows 7 3, …
const text = [7, 3, 9, 4, 7, 3];
// (b, n) = (1, 5)
const ids = tensor([text.slice(0, -1)], { dtype: "int32" });
// (1, 5), the same moved by one
const next = tensor([text.slice(1)], { dtype: "int32" });

noGrad(() => {
  const logits = gpt.forward(ids); // (b, n, vocabulary)
  const loss = crossEntropy(logits.flatten(0, 1), next.flatten());
  console.log("logits", logits.shape);
  console.log(
    `loss ${loss.item().toFixed(3)}, ln 50 = ` +
      `${Math.log(50).toFixed(3)}`,
  );

  // Another last token: the scores before it stay the same.
  const other = gpt.forward(
    tensor([[7, 3, 9, 4, 1]], { dtype: "int32" }),
  );
  // (n), the largest change at each position
  const change = logits.sub(other).abs().amax(-1).select(0, 0);
  console.log(
    "change of the scores by another last token:",
    Array.from(change.dataSync(), (x) => (x === 0 ? "0" : "some")),
  );
});
