// Trains the models of the figure "masked-words" and writes src/masked-words/trained.json, in about two minutes:
//   node --import tsx --conditions=@saccade/source packages/figures/scripts/store-masked-words.ts
import { bertRule } from "@saccade/examples/bert-masking";
import { pretrain, pretrainCausal } from "@saccade/examples/bert-models";
import { wasmBackend } from "@saccade/kernels-wasm";
import { manualSeed, setBackend } from "@saccade/tensor";
import { look, Readers } from "../src/masked-words/readers.ts";
import { opening } from "../src/masked-words/sentences.ts";
import { seededRandom } from "../src/ui/seeded-random.ts";
import { restore, store } from "../src/ui/stored.ts";
import { writeTrained } from "./write-trained.ts";

const seed = Number(process.argv[2] ?? 0);
setBackend(await wasmBackend());
manualSeed(seed);
const readers = new Readers();
const training = { steps: 2500, lr: 0.008, random: seededRandom(seed) };
const meanOfLast = (losses: readonly number[]): string =>
  (losses.slice(-100).reduce((sum, loss) => sum + loss, 0) / 100).toFixed(3);
console.log("masked words:", meanOfLast(pretrain(readers.bert, { rate: 0.25, rule: bertRule }, training)));
console.log("next word:", meanOfLast(pretrainCausal(readers.gpt, training)));

function show(title: string): void {
  const { both, left, weights } = look(readers, opening.words, new Set([opening.masked]), opening.masked);
  const line = (guesses: typeof both): string =>
    guesses
      .slice(0, 5)
      .map(({ word, share }) => `${word} ${share.toFixed(3)}`)
      .join(", ");
  console.log(`${title}\n  both sides: ${line(both)}\n  left: ${line(left)}`);
  console.log(`  attention: ${weights.map((weight) => weight.toFixed(2)).join(" ")}`);
}

show(`${opening.words.join(" ")}, ${opening.words[opening.masked]} masked`);
const parameters = store(readers);
restore(readers, parameters);
show("rounded to bytes");
writeTrained("masked-words", parameters);
