import { Transformer } from "@saccade/models";
import { manualSeed, randint } from "@saccade/tensor";

manualSeed(0);
const model = new Transformer({
  srcVocabSize: 9,
  tgtVocabSize: 9,
  dModel: 16,
  numHeads: 2,
  numLayers: 2,
}).eval();
const source = randint(0, 9, [1, 6]);
const target = randint(0, 9, [1, 5]);
// (1, 5, 9): five predictions at once
const whole = model.logits(source, target);
for (const length of [1, 3, 5]) {
  // the first tokens only
  const alone = model.logits(source, target.narrow(1, 0, length));
  const difference = whole
    .narrow(1, 0, length)
    .sub(alone)
    .abs()
    .max()
    .item();
  console.log(
    `first ${length}: difference below 1e-5: ${difference < 1e-5}`,
  );
}
