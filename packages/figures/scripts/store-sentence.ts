// Trains the network of the figure "one-sentence" and writes src/one-sentence/trained.json, in a few seconds:
//   node --import tsx --conditions=@saccade/source packages/figures/scripts/store-sentence.ts
import { compile, noGrad } from "@saccade/autograd";
import { wasmBackend } from "@saccade/kernels-wasm";
import type { Transformer } from "@saccade/models";
import { AdamW, crossEntropy } from "@saccade/nn";
import { manualSeed, setBackend } from "@saccade/tensor";
import {
  englishOf,
  fedOf,
  frenchOf,
  idsOf,
  makeNet,
  type Phrase,
  phrases,
  source,
  target,
} from "../src/one-sentence/net.ts";
import { restore, store } from "../src/ui/stored.ts";
import { writeTrained } from "./write-trained.ts";

setBackend(await wasmBackend());
manualSeed(0); // All is as in the program of the chapter "transformer-by-hand": the figure shows the numbers that it prints.
// One phrase of six is never seen in training.
const heldOut = phrases.filter((_, i) => i % 6 === Math.floor(i / 6) % 6);
const seen = phrases.filter((phrase) => !heldOut.includes(phrase));

const net = makeNet();
const optimizer = new AdamW(net, { lr: 0.01 });
const { x, fed, y } = batchOf(seen);
const step = compile(() => optimizer.step(() => crossEntropy(net.logits(x, fed).flatten(0, 1), y.flatten())));
for (let i = 1; i <= 100; i++) {
  const loss = step();
  if (i % 50 === 0) console.log(`step ${i}: loss ${loss.item().toFixed(4)}`);
}

const trained = store(net.eval());
const rounded = makeNet().eval();
restore(rounded, trained);
for (const [name, one] of [
  ["trained", net],
  ["rounded to bytes", rounded],
] as const)
  console.log(`${name}: ${right(one)} of ${heldOut.length} unseen phrases are right`);

writeTrained("one-sentence", trained);

function batchOf(some: readonly Phrase[]) {
  return {
    x: idsOf(some.map(englishOf), source),
    fed: idsOf(
      some.map((phrase) => fedOf(frenchOf(phrase))),
      target,
    ),
    y: idsOf(some.map(frenchOf), target),
  };
}

function right(one: Transformer): number {
  const { x, fed } = batchOf(heldOut);
  const found = noGrad(() => one.logits(x, fed).argmax(-1).toArray() as number[][]);
  return heldOut.filter(
    (phrase, i) => found[i]!.map((id) => target[id]).join(" ") === frenchOf(phrase).join(" "),
  ).length;
}
