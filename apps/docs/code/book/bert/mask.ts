import {
  manualSeed,
  rand,
  randint,
  type Tensor,
  where,
} from "@saccade/tensor";

// #region mask
const mask = 3; // the id of [MASK]
const firstWord = 4; // before it: [PAD], [CLS], [SEP], [MASK]
const vocabSize = 1000;

/** What the model reads, and what it is asked for. */
function maskWords(ids: Tensor, rate = 0.15) {
  // Never [CLS], [SEP] or padding.
  const chosen = rand(ids.shape).lt(rate).logicalAnd(ids.ge(firstWord));
  const roll = rand(ids.shape);
  const others = randint(firstWord, vocabSize, ids.shape);
  const changed = where(
    roll.lt(0.8),
    mask, // 80 %
    where(roll.lt(0.9), others, ids), // 10 % and 10 %
  );
  return {
    input: where(chosen, changed, ids),
    target: where(chosen, ids, -100), // crossEntropy ignores −100
  };
}
// #endregion mask

manualSeed(0);
const ids = randint(firstWord, vocabSize, [1000, 128]);
const { input, target } = maskWords(ids);
const chosen = target.ne(-100);
const count = (x: Tensor) => x.to("float32").sum().item();
const all = count(chosen);
const share = (x: Tensor) =>
  `${((100 * count(x.logicalAnd(chosen))) / all).toFixed(1)} %`;
console.log(
  `chosen: ${((100 * all) / 128_000).toFixed(1)} % of the words`,
);
console.log(`of them [MASK]: ${share(input.eq(mask))}`);
console.log(
  `another word: ${share(input.ne(mask).logicalAnd(input.ne(ids)))}`,
);
console.log(`unchanged: ${share(input.eq(ids))}`);
