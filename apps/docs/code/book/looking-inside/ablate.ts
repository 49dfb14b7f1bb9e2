import { noGrad } from "@saccade/autograd";
import {
  ablateHeads,
  headAblations,
  runWithCache,
  runWithHooks,
} from "@saccade/lens";
import { GPT } from "@saccade/models";
import { Adam, crossEntropy } from "@saccade/nn";
import { manualSeed, randint, type Tensor } from "@saccade/tensor";

// #region train
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
// #endregion train

// #region ablate
const ids = randint(0, vocabSize, [200, length]);
function accuracy(logits: Tensor): Tensor {
  const guesses = logits.select(1, -1).argmax(-1);
  return guesses.eq(ids.select(1, 0)).to("float32").mean();
}
const { output, cache } = noGrad(() => runWithCache(gpt, ids));
const looks = cache
  .get("pattern", 0) // (b, heads, n, n)
  .select(2, length - 1) // from the last position …
  .select(2, 0) // … to the first: (b, heads)
  .mean(0);
// (layers, heads): the accuracy without each head
const without = await headAblations(gpt, ids, accuracy);
// #endregion ablate

const numbers = (x: Tensor): string =>
  (x.flatten().toArray() as number[])
    .map((value) => value.toFixed(2))
    .join("  ");
console.log(
  "accuracy                    ",
  accuracy(output).item().toFixed(2),
);
console.log("head                         0     1     2     3");
console.log("weight from last to first   ", numbers(looks));
console.log("accuracy without it         ", numbers(without));

const off = (heads: readonly number[]): string => {
  const hooks = ablateHeads(
    gpt,
    heads.map((head) => ({ layer: 0, head })),
  );
  return accuracy(noGrad(() => runWithHooks(gpt, ids, { hooks })))
    .item()
    .toFixed(2);
};
const all = [0, 1, 2, 3];
console.log(
  "accuracy with it alone      ",
  all.map((head) => off(all.filter((x) => x !== head))).join("  "),
);
console.log("accuracy without any        ", off(all));
