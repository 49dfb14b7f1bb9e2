import { noGrad } from "@saccade/autograd";
import { type GrammarData, grammarData } from "@saccade/datasets";
import {
  alignmentErrorRate,
  alignmentLinks,
  contentWeight,
  initSeq2Seq,
  seq2seqOptimizer,
  seq2seqTrainer,
} from "@saccade/models";
import { ExponentialLR } from "@saccade/nn";
import { cat, full, manualSeed } from "@saccade/tensor";
import { decay, longest, sizes } from "../translator/network/network-sizes.ts";
import { epochsOfGrammar } from "../translator/settings.ts";
import type { Language } from "./calls.ts";
import { grammarPairs, makeNet, type Translator } from "./network.ts";

/** A trained translator, and how well it aligns sentences that it was not trained on. */
export interface Trained {
  readonly translator: Translator;
  readonly data: GrammarData;
  /** Alignment error rate (Och & Ney 2003). */
  readonly aer: number;
  /** The share of the weight of nouns, verbs and adjectives that is on the words that they translate. */
  readonly contentWeight: number;
}

/** Trains a translator on a grammar's pairs, for as many steps as the page "Train it yourself". */
export async function train(language: Language, seed: number): Promise<Trained> {
  const held = { train: grammarPairs, validation: 0, test: 200 };
  const data = grammarData({
    languages: `en-${language}`,
    ...held,
    batchSize: sizes.batch,
    numSteps: longest,
    seed,
  });
  const { srcVocab: source, tgtVocab: target, batches } = data;
  manualSeed(seed);
  const net = makeNet(source.size, target.size);
  initSeq2Seq(net);
  const optimizer = seq2seqOptimizer(net, { lr: 0.005 });
  const scheduler = new ExponentialLR(optimizer, { gamma: decay });
  const maxEpochs = Number(epochsOfGrammar);
  await seq2seqTrainer(net, {
    optimizer,
    scheduler,
    data: batches,
    tgtVocab: target,
    maxEpochs,
    compile: true,
  }).fit();
  return { translator: { net, source, target }, data, ...alignmentOf({ net, source, target }, data) };
}

/** How well the weights align held-out pairs, while the decoder reads the right translation. */
export function alignmentOf(
  { net, target: vocab }: Translator,
  { split, test: { X, XValidLen, Y } }: GrammarData,
): Pick<Trained, "aer" | "contentWeight"> {
  const rows = noGrad(() => {
    net.eval();
    const begin = full([Y.size(0), 1], vocab.index("<bos>"), { dtype: "int32" });
    const before = cat([begin, Y.slice(1, { stop: -1 })], 1);
    const { weights } = net.forward(X, before, XValidLen); // (target steps, b, 1, source steps)
    return weights.squeeze(2).transpose(0, 1).toArray() as number[][][];
  });
  const aligned = split.test.map(({ source, target, sure, possible }, i) => ({
    links: alignmentLinks(rows[i]!, source, target),
    sure,
    possible,
  }));
  return {
    aer: alignmentErrorRate(aligned),
    contentWeight: contentWeight(
      split.test.map(({ sure, content }, i) => ({ weights: rows[i]!, sure, content })),
    ),
  };
}
