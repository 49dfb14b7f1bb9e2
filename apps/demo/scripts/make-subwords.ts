// Makes the file of the opening page's translator for any words, and what the page says of it, from a run of examples/fra-eng.ts:
// pnpm --filter @saccade/demo make-subwords --data fra.txt --checkpoint run.safetensors
// Chooses the heads that align best, measures BLEU, and lists the words it has often seen and sentences that it is sure of.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { noGrad } from "@saccade/autograd";
import { type AlignedPair, embeddedCorpus, grammarSplit, parsePairs } from "@saccade/datasets";
import { decode, drawPairs, fraEngData } from "@saccade/examples/fra-eng-data";
import { scoresOf, translateAll } from "@saccade/examples/fra-eng-evaluate";
import { makeTranslator } from "@saccade/examples/fra-eng-models";
import { wasmBackend } from "@saccade/kernels-wasm";
import { alignmentErrorRate, alignmentLinks, contentWeight, Transformer } from "@saccade/models";
import { fromSafetensors } from "@saccade/nn";
import { scope, setBackend, tensor } from "@saccade/tensor";
import { readTrainerCheckpoint } from "@saccade/train";
import { english, isWord } from "../src/pages/opening/subwords/english.ts";
import {
  type Facts,
  readTranslator,
  type SubwordTranslator,
  writeTranslator,
} from "../src/pages/opening/subwords/file.ts";
import { mergedWeights, piecesOf, translate } from "../src/pages/opening/subwords/translate.ts";

const { values } = parseArgs({
  options: { data: { type: "string" }, checkpoint: { type: "string" }, sample: { type: "string" } },
});
if (values.data === undefined || values.checkpoint === undefined)
  throw new Error("give --data FILE and --checkpoint FILE, as examples/fra-eng.ts had them");
setBackend(await wasmBackend());
/** How many sentences certainty is measured on, and nearest ones are chosen from. */
const sample = Number(values.sample ?? 500);

/** Words that were seen less often are not counted as known. */
const oftenSeen = 3;
/**
 * Chosen with the table that this program prints, and by reading: of the held-out translations of 0.85 and more one in twenty is far
 * from every reference, below 0.7 more than one in two. A word that is wrong mostly has less than 0.2.
 */
const [least, leastWord, sure] = [0.7, 0.2, 0.85];

const folder = fileURLToPath(new URL("../src/pages/opening/subwords/", import.meta.url));
const text = readFileSync(values.data, "utf8");
const bytes = new Uint8Array(readFileSync(values.checkpoint));
const { extra, state } = readTrainerCheckpoint(bytes);
const { settings }: { settings: Parameters<typeof fraEngData>[2] } = Object(extra);
const data = fraEngData(text, values.data, settings);
const trained = makeTranslator(settings, data);
const { net } = trained;
if (!(net instanceof Transformer)) throw new Error(`--checkpoint: ${settings.model} is not a Transformer`);
const weights = Object.entries(fromSafetensors(bytes).tensors).flatMap(([name, x]) =>
  name.startsWith("model.") ? [[name.slice("model.".length), x] as const] : [],
);
net.loadStateDict(Object.fromEntries(weights));

let facts: Facts = {
  credit: "Sentences from the Tatoeba Project (tatoeba.org), CC BY 2.0",
  pairs: data.train.length,
  labelSmoothing: settings.labelSmoothing,
  bleu: 0,
  heads: { layer: 0, heads: null, aer: 1, contentWeight: 0 },
  least,
  leastWord,
  sure,
  words: oftenSeenWords(),
  names: frenchNames(),
  sentences: [],
};
// All that follows is measured with the rounded weights.
const { source, target } = data;
let translator = readTranslator(writeTranslator({ net, source, target, facts }));
facts = { ...facts, heads: bestHeads(translator) };
translator = readTranslator(writeTranslator({ net, source, target, facts }));
net.loadStateDict(translator.net.stateDict());
facts = { ...facts, bleu: scoresOf(data.test, translateAll(trained, data)).bleu };
calibrate(translator);
facts = { ...facts, sentences: sureSentences(translator) };
const file = writeTranslator({ net, source, target, facts });
writeFileSync(`${folder}subwords.safetensors`, file);
const { bleu, heads } = facts;
const { credit, pairs } = facts;
const about = { bytes: file.length, parameters: net.numParameters(), pairs, bleu, aer: heads.aer, credit };
writeFileSync(`${folder}about.gen.json`, `${JSON.stringify(about)}\n`);
console.log({
  ...about,
  heads,
  words: facts.words.length,
  sentences: facts.sentences.length,
  step: state.step,
});

function oftenSeenWords(): string[] {
  const counts = new Map<string, number>();
  for (const pair of data.train)
    for (const word of decode(data.source, pair.source).split(" "))
      if (isWord(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const often = [...counts].filter(([, count]) => count >= oftenSeen);
  return often.sort(([, a], [, b]) => b - a).map(([word]) => word);
}

/** Words that the pairs mostly write with a capital where no sentence begins. */
function frenchNames(): string[] {
  const counts = new Map<string, [capital: number, all: number]>();
  for (const { target } of parsePairs(text))
    for (const [word] of target.matchAll(/(?<=[\p{L},] )\p{L}[\p{L}-]+/gu)) {
      const count = counts.get(word.toLowerCase()) ?? [0, 0];
      if (/^\p{Lu}\p{Ll}/u.test(word)) count[0]++;
      count[1]++;
      counts.set(word.toLowerCase(), count);
    }
  const names = [...counts].filter(([, [capital, all]]) => capital >= oftenSeen && capital > 0.8 * all);
  return names.map(([word]) => word.replace(/(^|-)\p{L}/gu, (letter) => letter.toUpperCase()));
}

/** Of each layer's mean and each head, the attention that aligns pairs of the grammar best, measured on others. */
function bestHeads(made: SubwordTranslator): Facts["heads"] {
  const { numLayers, numHeads } = made.net.settings;
  const split = grammarSplit({ languages: "en-fr", validation: 150, test: 300, seed: 0 });
  const choices = Array.from({ length: numLayers }, (_, layer) => [
    { layer, heads: null },
    ...Array.from({ length: numHeads }, (__, head) => ({ layer, heads: [head] })),
  ]).flat();
  const rated = choices.map((choice) => ({ ...choice, ...alignment(made, split.validation, choice) }));
  for (const { layer, heads, aer, contentWeight } of rated)
    console.log(
      `layer ${layer}, ${heads ?? "all"}: AER ${aer.toFixed(3)}, content weight ${contentWeight.toFixed(3)}`,
    );
  const { layer, heads } = rated.reduce((a, b) => (b.aer < a.aer ? b : a));
  return { layer, heads, ...alignment(made, split.test, { layer, heads }) };
}

/** How well the attention of some heads aligns pairs, while the decoder reads the reference. Elisions are left out: here they are words. */
function alignment(
  { net, source, target }: SubwordTranslator,
  pairs: readonly AlignedPair[],
  { layer, heads }: { readonly layer: number; readonly heads: readonly number[] | null },
): Pick<Facts["heads"], "aer" | "contentWeight"> {
  net.decoder.chooseHeads(layer, heads);
  const plain = pairs.filter((pair) => ![...pair.source, ...pair.target].some((word) => word.includes("'")));
  const weighed = plain.map((pair) => {
    const [from, to] = [piecesOf(source, pair.source), piecesOf(target, pair.target)];
    const fed = [target.vocab.index("<bos>"), ...to.ids.slice(0, -1)];
    const weights = noGrad(() =>
      scope(() => {
        const ids = [from.ids, fed].map((list) => tensor([[...list]], { dtype: "int32" }));
        return net.forward(ids[0]!, ids[1]!).weights.squeeze(2).squeeze(1).toArray() as number[][];
      }),
    );
    return { ...pair, weights: mergedWeights(weights, to.wordOf, from.wordOf) };
  });
  const links = weighed.map((pair) => alignmentLinks(pair.weights, pair.source, pair.target));
  return {
    aer: alignmentErrorRate(weighed.map((pair, i) => ({ ...pair, links: links[i]! }))),
    contentWeight: contentWeight(weighed),
  };
}

/** Prints how near held-out translations are to the nearest reference, by certainty: `least` and `sure` are chosen with it. */
function calibrate(made: SubwordTranslator): void {
  const references = new Map<string, (readonly string[])[]>();
  for (const pair of drawPairs(text, values.data!, settings).used) {
    const key = pair.source.join(" ");
    references.set(key, [...(references.get(key) ?? []), pair.target]);
  }
  const found = data.test.slice(0, sample).map(({ sourceWords }) => {
    const { tokens, certainty } = translate(made, sourceWords);
    const all = references.get(sourceWords.join(" "))!;
    return { certainty, near: Math.max(...all.map((one) => overlap(one, tokens.slice(0, -1)))) };
  });
  for (let from = 0.95; from > 0; from -= 0.05) {
    const band = found.filter(({ certainty }) => certainty >= from && certainty < from + 0.05);
    const far = band.filter(({ near }) => near < 0.6).length;
    console.log(
      `certainty from ${from.toFixed(2)}: ${band.length} sentences, ${far} far from every reference`,
    );
  }
}

/** The share of words in common, from 0 to 1. */
function overlap(reference: readonly string[], said: readonly string[]): number {
  const left = [...reference];
  const common = said.filter((word) => left.includes(word) && left.splice(left.indexOf(word), 1));
  return (2 * common.length) / (reference.length + said.length);
}

/** Sentences of the project's own that it translates with certainty: visitors' first, and of the corpus those that are then right. */
function sureSentences(made: SubwordTranslator): string[] {
  const isSure = (sentence: string, right?: string): boolean => {
    const { certainty, tokens } = translate(made, english(sentence).words, 1);
    return (
      certainty >= sure &&
      (right === undefined || tokens.slice(0, -1).join(" ") === english(right).words.join(" "))
    );
  };
  const own: string[] = JSON.parse(readFileSync(`${folder}sentences.json`, "utf8"));
  const corpus = parsePairs(embeddedCorpus())
    .filter((_, i) => i % 4 === 0)
    .slice(0, sample)
    .filter(({ source, target }) => isSure(source, target));
  return [...own.filter((sentence) => isSure(sentence)), ...corpus.map(({ source }) => source)];
}
