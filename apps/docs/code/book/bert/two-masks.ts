import { noGrad } from "@saccade/autograd";
import { Bert } from "@saccade/models";
import { Adam, crossEntropy } from "@saccade/nn";
import {
  manualSeed,
  rand,
  type Tensor,
  tensor,
  where,
} from "@saccade/tensor";

const vocabulary = "[MASK] the dog cat cow barks meows moos".split(" ");
const ids = tensor(
  [
    [1, 2, 5], // the dog barks
    [1, 3, 6], // the cat meows
    [1, 4, 7], // the cow moos
  ],
  { dtype: "int32" },
);
manualSeed(0);
const bert = new Bert({
  vocabSize: vocabulary.length,
  maxLen: 3,
  dModel: 16,
  numLayers: 1,
  numHeads: 2,
  maskedHead: true,
});
const scores = (input: Tensor) =>
  bert.logits(bert.forward(input).lastHiddenState);
const optimizer = new Adam(bert, { lr: 0.01 });
const batch = ids.repeat([8, 1]); // (24, 3)
for (let step = 0; step < 200; step++) {
  const chosen = rand(batch.shape).lt(0.5);
  const [input, target] = [
    where(chosen, 0, batch),
    where(chosen, batch, -100),
  ];
  optimizer.step(() =>
    crossEntropy(scores(input).flatten(0, 1), target.flatten()),
  );
}

// #region masks
/** Probabilities of all words at one place of a sentence. */
const guess = (sentence: number[], place: number): number[] =>
  noGrad(() => {
    const input = tensor([sentence], { dtype: "int32" });
    const there = scores(input).select(0, 0).select(0, place);
    return there.softmax(-1).toArray(1);
  });
const [mask, the, dog] = [0, 1, 2];
const animals = guess([the, mask, mask], 1);
const verbs = guess([the, mask, mask], 2);
console.log("the [MASK] [MASK]");
for (const place of [animals, verbs])
  console.log(
    place
      .flatMap((p, i) =>
        p > 0.05 ? `${vocabulary[i]} ${p.toFixed(2)}` : [],
      )
      .join(", "),
  );
let fits = 0;
for (const i of [0, 1, 2]) fits += animals[dog + i]! * verbs[5 + i]!;
console.log(`both drawn at once, they fit: ${fits.toFixed(2)}`);
fits = 0;
for (const i of [0, 1, 2])
  fits += animals[dog + i]! * guess([the, dog + i, mask], 2)[5 + i]!;
console.log(`one, then the other: ${fits.toFixed(2)}`);
// #endregion masks
