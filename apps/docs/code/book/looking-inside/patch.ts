import { noGrad } from "@saccade/autograd";
import {
  getActPatchAttnHeadOutAllPos,
  logitDiff,
  runWithCache,
} from "@saccade/lens";
import { GPT } from "@saccade/models";
import { Adam, crossEntropy } from "@saccade/nn";
import { cat, manualSeed, randint, type Tensor } from "@saccade/tensor";

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

// #region patch
const clean = randint(0, vocabSize, [200, length]);
const first = clean.select(1, 0);
const other = first.add(1).remainder(vocabSize);
const rest = clean.narrow(1, 1, length - 1);
const changed = cat([other.unsqueeze(1), rest], 1);

const list = (x: Tensor): number[] => x.toArray(1);
// logit(first) − logit(other), the mean of the sequences
const metric = logitDiff(list(first), list(other));
const { output, cache } = noGrad(() => runWithCache(gpt, clean));
const to = metric(output);
const from = metric(noGrad(() => gpt.forward(changed)));
const table = getActPatchAttnHeadOutAllPos(gpt, changed, cache, metric);
const restored = table.sub(from).div(to.sub(from)); // (layers, heads)
// #endregion patch

const fixed = (value: number): string => value.toFixed(2);
console.log("logit difference, clean    ", fixed(to.item()));
console.log("logit difference, changed  ", fixed(from.item()));
console.log("head               0     1     2     3");
console.log(
  "share restored    ",
  list(restored.flatten()).map(fixed).join("  "),
);
