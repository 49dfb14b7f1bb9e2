// Trains the model of the figure "language-model" and writes src/language-model/trained.json, in a few seconds:
//   node --import tsx --conditions=@saccade/source packages/figures/scripts/store-writer.ts
import { steps, Writer } from "../src/language-model/writer.ts";
import { restore, store } from "../src/ui/stored.ts";
import { writeTrained } from "./write-trained.ts";

const writer = new Writer(null);
const likeliest = (): string =>
  writer
    .read({ temperature: 1, topK: null, topP: 1 })
    .choices.slice(0, 4)
    .map(({ text, plain }) => `${text} ${plain.toFixed(3)}`)
    .join(", ");

writer.beginAnew();
for (let step = 1; step <= steps; step++) {
  const loss = writer.train();
  if (step % 40 === 0) console.log(`step ${step}: loss ${loss.toFixed(4)}`);
}
writer.reread();
console.log(`after “. the cat”: ${likeliest()}`);
const parameters = store(writer.gpt);
restore(writer.gpt, parameters);
writer.reread();
console.log(`rounded to bytes: ${likeliest()}`);
writeTrained("language-model", parameters);
