// Trains the translator of the figure "seq2seq-attention" as its button does, and writes src/seq2seq-attention/trained.json:
//   node --import tsx --conditions=@saccade/source packages/figures/scripts/store-translator.ts

import { firstSeed, makeTranslator, test, train } from "../src/seq2seq-attention/translator.ts";
import { restore, store } from "../src/ui/stored.ts";
import { writeTrained } from "./write-trained.ts";

const net = makeTranslator(firstSeed);
for await (const { step, loss, own } of train(net, firstSeed)) {
  if (step % 40 === 0) console.log(`step ${step}: loss ${loss.toFixed(4)}, words right ${own.toFixed(3)}`);
}
const trained = store(net);
const rounded = makeTranslator(0);
restore(rounded, trained);
console.log("rounded to bytes: words right", test(rounded).own.toFixed(3));

writeTrained("seq2seq-attention", trained);
