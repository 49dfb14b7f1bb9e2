// Trains the small model of words that the language model's page opens, a GPT-2 with a byte-pair vocabulary, and writes its
// config, its tokenizer and its weights in 16 bits into the page's folder. Some minutes.
// pnpm --filter @saccade/demo make-words [--steps 2000]
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { compile } from "@saccade/autograd";
import { BytePairTokenizer } from "@saccade/datasets";
import { type Windows, windowsAt, windowsLoss } from "@saccade/figures/language-model/windows";
import { seededRandom } from "@saccade/figures/ui";
import { wasmBackend } from "@saccade/kernels-wasm";
import { GPT, generate } from "@saccade/models";
import { AdamW, OneCycleLR } from "@saccade/nn";
import { savePretrained } from "@saccade/pretrained";
import { Generator, manualSeed, scope, setBackend } from "@saccade/tensor";
import { endOfText, wordTexts } from "./train/words.ts";

const seed = 0;
const [flag, given] = process.argv.slice(2);
const steps = flag === "--steps" ? Number(given) : 2000;
const [batch, length] = [16, 64];

setBackend(await wasmBackend({ threads: 1 }));
const texts = wordTexts(seed);
const tokenizer = BytePairTokenizer.train(texts, { vocabSize: 1400, specialTokens: [endOfText] });
const end = tokenizer.tokenToId(endOfText)!;
const idsOf = (some: readonly string[]): Int32Array =>
  Int32Array.from(some.flatMap((text) => [end, ...tokenizer.encode(text)]));
const held = Math.floor(texts.length / 20);
// Some sentences come thrice: none that is learned is held out.
const learned = new Set(texts.slice(held));
const [ids, heldIds] = [
  idsOf(texts.slice(held)),
  idsOf(texts.slice(0, held).filter((text) => !learned.has(text))),
];
const vocabSize = tokenizer.vocabSize;
console.log(`${texts.length} texts, ${ids.length} tokens of ${vocabSize}, ${heldIds.length} held out`);

manualSeed(seed);
const gpt = new GPT({ vocabSize, maxLen: 128, dModel: 64, numLayers: 3, numHeads: 4 });
console.log(`${gpt.numParameters()} parameters`);
const optimizer = new AdamW(gpt, { lr: 4e-3, weightDecay: 0.1, clipGradNorm: 1 });
const schedule = new OneCycleLR(optimizer, { maxLr: 4e-3, totalSteps: steps, pctStart: 0.1 });
const step = compile((windows: Windows) => optimizer.step(() => windowsLoss(gpt, windows)));
const random = seededRandom(seed);
const began = performance.now();
let sum = 0;
for (let i = 1; i <= steps; i++) {
  const starts = Array.from({ length: batch }, () => Math.floor(random() * (ids.length - length - 1)));
  sum += scope(() => step(windowsAt(ids, starts, length)).item());
  if (i < steps) schedule.step();
  if (i % 100 !== 0) continue;
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(`step ${i}, loss ${(sum / 100).toFixed(3)}, held out ${heldOut().toFixed(3)}, ${seconds} s`);
  sum = 0;
}
const tale =
  'A small hen lived near the lake. One day it lost its red key. It met an old owl. "Have you seen my';
for (const prompt of [tale, "The", "One morning a", "My sister", "She is going to", "I can't"])
  console.log(sample(prompt));

const folder = fileURLToPath(new URL("../src/pages/language-model/opened/", import.meta.url));
const { config, weights } = savePretrained(gpt.eval(), {
  dtype: "float16",
  config: { bos_token_id: end, eos_token_id: end },
});
writeFileSync(`${folder}words.safetensors`, weights);
writeFileSync(`${folder}words.config.gen.json`, `${new TextDecoder().decode(config)}\n`);
writeFileSync(`${folder}words.tokenizer.gen.json`, `${JSON.stringify(tokenizer.toJSON())}\n`);
console.log(`wrote the files of the model (its weights have ${weights.length} bytes) into ${folder}`);

/** The mean loss of a token of the texts that were held out. */
function heldOut(): number {
  const count = Math.min(batch * 4, Math.floor((heldIds.length - 1) / length));
  const starts = Array.from({ length: count }, (_, i) => i * length);
  return scope(() => windowsLoss(gpt, windowsAt(heldIds, starts, length)).item());
}

function sample(prompt: string): string {
  const options = { maxNewTokens: 24, temperature: 0.7, generator: new Generator(seed), eos: end };
  const start = [end, ...tokenizer.encode(prompt)];
  return prompt + tokenizer.decode(generate(gpt, start, options));
}
