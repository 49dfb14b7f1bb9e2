import { noGrad } from "@saccade/autograd";
import { logitLens, runWithCache } from "@saccade/lens";
import { GPT } from "@saccade/models";
import { Adam, crossEntropy } from "@saccade/nn";
import { manualSeed, randint } from "@saccade/tensor";

manualSeed(1);
const [vocabSize, length, numHeads] = [8, 6, 4];
const sizes = { vocabSize, maxLen: length, dModel: 16 };
const gpt = new GPT({ ...sizes, numLayers: 1, numHeads });
const optimizer = new Adam(gpt, { lr: 0.02 });
for (let step = 0; step < 80; step++) {
  const ids = randint(0, vocabSize, [16, length]);
  optimizer.step(() => {
    // The last position names the first token.
    const logits = gpt.forward(ids).select(1, -1);
    return crossEntropy(logits, ids.select(1, 0));
  });
}

// #region lens
const ids = randint(0, vocabSize, [200, length]);
const { cache } = noGrad(() => runWithCache(gpt, ids));
const read = { inclMid: true, posSlice: -1 }; // the last position
const { logits, labels } = logitLens(cache, read);
labels.forEach((label, i) => {
  const guesses = logits.select(0, i).argmax(-1);
  const accuracy = guesses.eq(ids.select(1, 0)).to("float32").mean();
  console.log(label, accuracy.item().toFixed(2));
});
// #endregion lens
