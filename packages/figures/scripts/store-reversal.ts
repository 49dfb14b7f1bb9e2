// Trains the model of the figure "transformer-blocks" and writes src/transformer-blocks/trained.json, in a few seconds:
//   node --import tsx --conditions=@saccade/source packages/figures/scripts/store-reversal.ts
import { firstSeed, look, makeModel, train } from "../src/transformer-blocks/model.ts";
import { restore, store } from "../src/ui/stored.ts";
import { writeTrained } from "./write-trained.ts";

const model = makeModel(firstSeed);
for await (const { step, loss, right } of train(model)) {
  if (step % 40 === 0)
    console.log(`step ${step}: loss ${loss?.toFixed(4)}, digits right ${right.toFixed(3)}`);
}
const parameters = store(model);
const rounded = makeModel(firstSeed);
restore(rounded, parameters);
const { right, answer } = look(rounded, 0, null);
console.log(`rounded to bytes: digits right ${right.toFixed(3)}, the example: ${answer.join(" ")}`);
writeTrained("transformer-blocks", parameters);
