// Trains the two translators of the opening page, with one seed, and writes their weights and what the page shows first
// into the page's folder; takes some minutes: pnpm --filter @saccade/demo make-opening
// With --examples the weights stay, and what they make of the examples is written anew.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { grammarData } from "@saccade/datasets";
import { wasmBackend } from "@saccade/kernels-wasm";
import { initSeq2Seq, seq2seqOptimizer, seq2seqTrainer } from "@saccade/models";
import { ExponentialLR } from "@saccade/nn";
import { manualSeed, setBackend } from "@saccade/tensor";
import { examples, type Language, languages, type Translation } from "../src/pages/opening/calls.ts";
import {
  grammarPairs,
  makeNet,
  readTranslator,
  translate,
  writeTranslator,
} from "../src/pages/opening/network.ts";
import { readEnglish } from "../src/pages/translator/network/english.ts";
import { decay, longest, sizes } from "../src/pages/translator/network/network-sizes.ts";
import { epochsOfGrammar } from "../src/pages/translator/settings.ts";
import { writeStart } from "./write-start.ts";

const { values } = parseArgs({ options: { examples: { type: "boolean", default: false } } });
setBackend(await wasmBackend());
const folder = fileURLToPath(new URL("../src/pages/opening/", import.meta.url));
const translations: Partial<Record<Language, readonly Translation[]>> = {};
let parameters = 0;
let words: readonly string[] = [];
for (const language of languages) {
  const file = `${folder}en-${language}.safetensors`;
  if (!values.examples) writeFileSync(file, await trained(language));
  const translator = readTranslator(new Uint8Array(readFileSync(file)));
  translations[language] = examples[language].map((text) =>
    translate(translator, readEnglish(text, longest - 1).words),
  );
  parameters = Math.max(parameters, translator.net.numParameters());
  const known = translator.source.tokens.filter((token) => /^[a-z]/.test(token)).toSorted();
  // The page says which words are known before it has loaded a translator: the same for both.
  if (words.length > 0 && words.join() !== known.join())
    throw new Error("the translators know different words");
  words = known;
  for (const { source, tokens } of translations[language] ?? []) {
    console.log(`  ${source.map(({ text }) => text).join(" ")} → ${tokens.join(" ")}`);
  }
}
writeStart("opening", { parameters, pairs: grammarPairs, words, translations }, 3);

/** Trains a translator on a grammar's pairs, for as many steps as the page "Train it yourself"; its weights in 16 bits. */
async function trained(language: Language): Promise<Uint8Array> {
  const { srcVocab, tgtVocab, batches, split } = grammarData({
    ...{ languages: `en-${language}`, train: grammarPairs, validation: 0, test: 200 },
    ...{ batchSize: sizes.batch, numSteps: longest, seed: 0 },
  });
  const seen = new Set(split.train.map(({ source }) => source.join(" ")));
  const known = examples[language].find((text) => seen.has(text.replaceAll("'s", " 's")));
  if (known !== undefined) throw new Error(`"${known}" is one of the sentences that are trained on`);
  manualSeed(0);
  const net = makeNet(srcVocab.size, tgtVocab.size);
  initSeq2Seq(net);
  const optimizer = seq2seqOptimizer(net, { lr: 0.005 });
  const scheduler = new ExponentialLR(optimizer, { gamma: decay });
  const maxEpochs = Number(epochsOfGrammar);
  await seq2seqTrainer(net, {
    ...{ optimizer, scheduler, data: batches, tgtVocab, maxEpochs, compile: true },
  }).fit();
  const translator = { net, source: srcVocab, target: tgtVocab };
  const bytes = writeTranslator(translator);
  const rounded = readTranslator(bytes);
  // Rounding to 16 bits must not change what is said.
  const changed = split.test.filter(({ source }) => {
    const [before, after] = [translator, rounded].map((each) => translate(each, source).tokens.join(" "));
    return before !== after;
  });
  console.log(`en-${language}: 16 bits change ${changed.length} of ${split.test.length} translations`);
  return bytes;
}
