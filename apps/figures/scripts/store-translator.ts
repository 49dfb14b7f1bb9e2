// Trains the translator of the figure "seq2seq-attention" as its button does, and writes src/seq2seq-attention/trained.ts:
//   node --import tsx --conditions=@saccade/source apps/figures/scripts/store-translator.ts
import { writeFileSync } from "node:fs";
import { restore, store } from "../src/seq2seq-attention/stored.ts";
import { firstSeed, makeTranslator, test, train } from "../src/seq2seq-attention/translator.ts";

const net = makeTranslator(firstSeed);
for await (const { step, loss, own } of train(net, firstSeed)) {
  if (step % 40 === 0) console.log(`step ${step}: loss ${loss.toFixed(4)}, words right ${own.toFixed(3)}`);
}
const trained = store(net);
const rounded = makeTranslator(0);
restore(rounded, trained);
console.log("rounded to bytes: words right", test(rounded).own.toFixed(3));

const lines = Object.entries(trained).map(([name, [scale, bytes]]) => `  "${name}": [${scale}, "${bytes}"],`);
writeFileSync(
  new URL("../src/seq2seq-attention/trained.ts", import.meta.url),
  `import type { Stored } from "./stored.ts";

// Written by scripts/store-translator.ts.
/** The translator after training from the first seed. */
export const trained: Readonly<Record<string, Stored>> = {
${lines.join("\n")}
};
`,
);
