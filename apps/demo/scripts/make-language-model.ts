// Writes the texts of the language model's page, trains the models of words and of characters that it opens with, and writes
// their weights and what is shown first into the page's folder. Run after a change of what they are made of; some minutes:
// pnpm --filter @saccade/demo make-language-model [words | characters]
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
import { halfFile } from "../src/export/half-file.ts";
import type { CurvePoint, Known, RunSettings, Sample, Start } from "../src/pages/language-model/calls.ts";
import { charactersCoder, type OwnCoder, wordsCoder } from "../src/pages/language-model/coders.ts";
import { makeJob, type Trained, trainedOf } from "../src/pages/language-model/job.ts";
import { firstPrompts, firstSampling, shownChoices } from "../src/pages/language-model/settings.ts";
import { isSampled, sizesOf, type Tokens, tokenKinds } from "../src/pages/language-model/sizes.ts";
import { everydayText, makeTales } from "./train/tales.ts";

const seed = 0;
const stepsOf = { words: 3000, characters: 1500 } as const;
/** Of words, those of the 256 bytes among them: half a megabyte of weights. */
const vocabSize = 2000;
/** Windows of a step: more than the page trains on, for a steadier end. */
const windows = 12;
/** Lines of the text that comes with the page, to train on from scratch: a small part of what was learned. */
const shownLines = 1500;

setBackend(await wasmBackend({ threads: 1 }));
const folder = fileURLToPath(new URL("../src/pages/language-model/", import.meta.url));
const wanted = process.argv[2];
for (const tokens of tokenKinds) {
  if (wanted !== undefined && wanted !== tokens) continue;
  await (tokens === "words" ? makeWords() : makeCharacters());
}

async function makeWords(): Promise<void> {
  const text = everydayText(40_000, seed);
  const tokenizer = BytePairTokenizer.train(text, { vocabSize, specialTokens: [] });
  const coder = wordsCoder(tokenizer);
  const { gpt, ...known } = trained("words", text, coder);
  const end = coder.start;
  const { config, weights } = savePretrained(gpt.eval(), {
    dtype: "float16",
    config: { bos_token_id: end, eos_token_id: end },
  });
  const json = `${JSON.stringify(tokenizer.toJSON())}\n`;
  writeFileSync(`${folder}words.en.txt`, text.split("\n").slice(0, shownLines).join("\n"));
  writeFileSync(`${folder}words.safetensors`, weights);
  writeFileSync(`${folder}words.config.gen.json`, config);
  writeFileSync(`${folder}words.tokenizer.gen.json`, json);
  const files = [
    new File([config], "config.json"),
    new File([json], "tokenizer.json"),
    new File([weights], "model.safetensors"),
  ];
  const run = { seed, text: "", tokens: "words", weights: null } as const;
  writeStart("start", run, known, await trainedOf(files));
}

async function makeCharacters(): Promise<void> {
  const text = makeTales(240, 7);
  const { gpt, ...known } = trained("characters", text, charactersCoder(text));
  const weights = halfFile(Object.entries(gpt.stateDict()));
  writeFileSync(`${folder}tales.en.txt`, text);
  writeFileSync(`${folder}tales.safetensors`, weights);
  writeStart("characters", { seed, text, tokens: "characters", weights }, known);
}

type Learned = Omit<Known, "seed" | "facts"> & { readonly characters: number };

/** Trains a model of the page's sizes, with a learning rate that falls to nothing. */
function trained(tokens: Tokens, text: string, coder: OwnCoder): Learned & { readonly gpt: GPT } {
  const { model, learningRate, sampleLength } = sizesOf[tokens];
  const [all, length, steps] = [Int32Array.from(coder.encode(text).ids), model.maxLen, stepsOf[tokens]];
  const held = Math.floor(all.length / 20);
  const [ids, heldIds] = [all.subarray(held), all.subarray(0, held)];
  const heldStarts = Array.from(
    { length: Math.min(64, Math.floor(held / length) - 1) },
    (_, i) => i * length,
  );
  manualSeed(seed);
  const gpt = new GPT({ ...model, vocabSize: coder.vocabSize });
  const optimizer = new AdamW(gpt, { lr: learningRate, weightDecay: 0.1, clipGradNorm: 1 });
  const schedule = new OneCycleLR(optimizer, { maxLr: learningRate, totalSteps: steps, pctStart: 0.1 });
  const step = compile((some: Windows) => optimizer.step(() => windowsLoss(gpt, some)));
  const random = seededRandom(seed);
  const [curve, samples]: [CurvePoint[], Sample[]] = [[], []];
  let sum = 0;
  for (let i = 1; i <= steps; i++) {
    const starts = Array.from({ length: windows }, () => Math.floor(random() * (ids.length - length - 1)));
    sum += scope(() => step(windowsAt(ids, starts, length)).item());
    if (i < steps) schedule.step();
    if (isSampled(i)) {
      const options = { maxNewTokens: sampleLength, temperature: 0.7, generator: new Generator(seed) };
      samples.push({ step: i, text: coder.decode(generate(gpt, [coder.start], options)) });
    }
    const every = steps / 60;
    if (i % every !== 0) continue;
    const heldOut = scope(() => windowsLoss(gpt, windowsAt(heldIds, heldStarts, length)).item());
    curve.push({ step: i, loss: sum / every, heldOut });
    sum = 0;
    console.log(tokens, curve.at(-1), samples.at(-1)?.text);
  }
  return { gpt, steps, curve, samples, characters: Array.from(text).length };
}

/** What is shown first is what the page computes from the weights it loads; three digits are what it shows. */
function writeStart(name: string, run: RunSettings, known: Learned, files: Trained | null = null): void {
  const { queries } = makeJob(run, null, files);
  const { characters, ...training } = known;
  const draft = { prompt: firstPrompts[run.tokens], added: [] };
  const reading = queries.read({ draft, sampling: firstSampling, count: shownChoices });
  const facts = { ...queries.facts(), characters };
  const shown = {
    reading: { ...reading, ms: 0 },
    inputs: queries.inputs(),
    cached: queries.cached({ layer: 0, head: 0 }),
  };
  // The page is first painted with words alone.
  const start: Known | Start = { seed, ...(run.tokens === "words" && shown), facts, ...training };
  const round = (_: string, value: unknown): unknown =>
    typeof value === "number" && !Number.isInteger(value) ? Number(value.toPrecision(3)) : value;
  writeFileSync(`${folder}${name}.gen.json`, `${JSON.stringify(start, round)}\n`);
  console.log(`wrote ${name}.gen.json, ${JSON.stringify(reading.choices.map(({ text }) => text))}`);
}
