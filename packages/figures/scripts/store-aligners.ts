// Trains the two translators of the figure "two-aligners" on 16,000 pairs of the English-French grammar, and writes
// src/two-aligners/trained.json:
//   node --import tsx --conditions=@saccade/source packages/figures/scripts/store-aligners.ts
import { writeFileSync } from "node:fs";
import { grammarData } from "@saccade/datasets";
import { wasmBackend } from "@saccade/kernels-wasm";
import {
  alignmentErrorRate,
  alignmentLinks,
  initSeq2Seq,
  seq2seqOptimizer,
  seq2seqTrainer,
} from "@saccade/models";
import { ExponentialLR } from "@saccade/nn";
import { referenceBackend, setBackend } from "@saccade/tensor";
import {
  kinds,
  makeTranslator,
  readingOf,
  type TrainedOne,
  type Translator,
  type Words,
} from "../src/two-aligners/translators.ts";
import { restore, store } from "../src/ui/stored.ts";

const wasm = await wasmBackend({ threads: 1 });
setBackend(wasm);
const seed = 0;
const data = grammarData({ languages: "en-fr", train: 16_000, batchSize: 32, seed });
const tokens = (vocab: typeof data.srcVocab): string[] =>
  vocab.toTokens(Array.from({ length: vocab.size }, (_, i) => i));
const words: Words = { source: tokens(data.srcVocab), target: tokens(data.tgtVocab) };
const { test } = data.split;

const nets: Record<string, Translator> = {};
const trained: Record<string, TrainedOne> = {};
for (const kind of kinds) {
  setBackend(wasm);
  const net = makeTranslator(kind, words, seed);
  initSeq2Seq(net);
  const optimizer = seq2seqOptimizer(net, { lr: 0.005 });
  const trainer = seq2seqTrainer(net, {
    optimizer,
    scheduler: new ExponentialLR(optimizer, { gamma: 0.75 }),
    data: data.batches,
    tgtVocab: data.tgtVocab,
    maxEpochs: 9,
    compile: true,
  });
  const { losses } = trainer.fitSync();
  setBackend(referenceBackend());
  const rounded = makeTranslator(kind, words, seed);
  const parameters = store(net);
  restore(rounded, parameters);
  const aer = errorRate(rounded, test);
  nets[kind] = rounded;
  console.log(
    `${kind}: loss ${losses.at(-1)?.toFixed(4)}, alignment error rate ${aer.toFixed(3)} of ${test.length} pairs`,
  );
  const three = (share: number): number => Number(share.toFixed(3));
  trained[kind] = {
    aer: three(aer),
    accuracy: three(accuracy(rounded, test)),
    late: three(late(rounded, test)),
    parameters,
  };
}

const known = (sentence: readonly string[], among: readonly string[]): boolean =>
  sentence.every((word) => among.includes(word));
// Sentences of seven to ten words, spread over the test pairs.
const fitting = test.filter(
  ({ source, target }) =>
    source.length >= 7 && source.length <= 10 && known(source, words.source) && known(target, words.target),
);
const spread = Array.from({ length: 8 }, (_, i) => fitting[Math.floor(((i + 0.5) * fitting.length) / 8)]!);
// Those in front where the two differ most. The figure opens on the second, which the translator that does not point gets right.
const shown = spread.toSorted((a, b) => gap(b) - gap(a));

function gap(pair: (typeof test)[number]): number {
  return errorRate(nets["oneWay"]!, [pair]) - errorRate(nets["bothWays"]!, [pair]);
}

function errorRate(net: Translator, pairs: typeof test): number {
  return alignmentErrorRate(
    pairs.map(({ source, target, sure, possible }) => ({
      links: alignmentLinks(readingOf(net, words, { source, target }).weights, source, target),
      sure,
      possible,
    })),
  );
}

/** The share of target words that the net would have written. */
function accuracy(net: Translator, pairs: typeof test): number {
  const right = pairs.reduce((n, pair) => n + readingOf(net, words, pair).right, 0);
  return right / pairs.reduce((n, { target }) => n + target.length, 0);
}

/** Of the links of words with one sure link, the share that is on the source word after it. */
function late(net: Translator, pairs: typeof test): number {
  const offsets = pairs.flatMap(({ source, target, sure }) =>
    alignmentLinks(readingOf(net, words, { source, target }).weights, source, target).flatMap(([t, s]) => {
      const own = sure.filter(([word]) => word === t);
      return own.length === 1 ? [s - own[0]![1]] : [];
    }),
  );
  return offsets.filter((offset) => offset === 1).length / offsets.length;
}

const text = (tokens: readonly string[]): string => tokens.join(" ");
const json = {
  words: { source: text(words.source), target: text(words.target) },
  testPairs: test.length,
  pairs: shown.map((pair) => ({ ...pair, source: text(pair.source), target: text(pair.target) })),
  ...trained,
};
writeFileSync(new URL("../src/two-aligners/trained.json", import.meta.url), JSON.stringify(json, null, 2));
