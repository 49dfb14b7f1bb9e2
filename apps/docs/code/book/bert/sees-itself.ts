import { noGrad } from "@saccade/autograd";
import { Bert } from "@saccade/models";
import { Adam, crossEntropy } from "@saccade/nn";
import {
  arange,
  cat,
  full,
  manualSeed,
  randint,
  type Tensor,
  tensor,
  where,
} from "@saccade/tensor";

const vocabulary = "[MASK] this that dog cat cow barks meows moos";
const vocabSize = vocabulary.split(" ").length;
const sentences = [0, 1].flatMap((i) =>
  [0, 1, 2].map((j) => [1 + i, 3 + j, 6 + j]),
);
// "this dog barks", "this cat meows" … "that cow moos", 4 times each.
const ids = tensor(sentences, { dtype: "int32" }).repeat([4, 1]);
const [mask, noun] = [0, 1]; // an id, a place

/** Trains on the loss at chosen words, then asks for the nouns. */
function train(steps: number, hide: boolean): void {
  manualSeed(0);
  const bert = new Bert({
    vocabSize,
    maxLen: 3,
    dModel: 16,
    numLayers: 1,
    numHeads: 2,
    maskedHead: true,
  });
  // #region train
  const optimizer = new Adam(bert, { lr: 0.01 });
  const scores = (input: Tensor) =>
    bert.logits(bert.forward(input).lastHiddenState); // (24, 3, 9)
  let loss = 0;
  for (let step = 0; step < steps; step++) {
    // One word of each sentence.
    const chosen = arange(3).eq(randint(0, 3, [24, 1])); // (24, 3)
    const input = hide ? where(chosen, mask, ids) : ids;
    const target = where(chosen, ids, -100); // −100: no loss here
    loss = optimizer
      .step(() =>
        crossEntropy(scores(input).flatten(0, 1), target.flatten()),
      )
      .item();
  }
  // #endregion train
  const covered = cat(
    [
      ids.narrow(1, 0, noun),
      full([24, 1], mask, { dtype: "int32" }),
      ids.narrow(1, noun + 1, 1),
    ],
    1,
  );
  const guessed = noGrad(() => scores(covered)).select(1, noun);
  const right = guessed.argmax(-1).eq(ids.select(1, noun));
  console.log(
    hide ? "chosen words masked:" : "all words in sight: ",
    `loss ${loss.toFixed(3)},`,
    `nouns right ${right.to("float32").mean().item().toFixed(2)}`,
  );
}

train(60, false);
train(200, true);
