import { type GrammarData, type GrammarLanguages, grammarData } from "@saccade/datasets";
import { initSeq2Seq, seq2seqOptimizer, seq2seqTrainer } from "@saccade/models";
import { ExponentialLR } from "@saccade/nn";
import { manualSeed } from "@saccade/tensor";
import { chooseHeads } from "./choose-heads.ts";
import { type Measures, measure, type Translator } from "./evaluate.ts";
import type { Recipe } from "./recipes.ts";

/** One translator that was trained from one seed. */
export interface Run extends Measures {
  readonly net: Translator;
  readonly data: GrammarData;
  /** The time that the processor spent on training: other programs on the machine do not count. */
  readonly seconds: number;
  /** Of each epoch. */
  readonly losses: readonly number[];
}

/** Trains a translator on a grammar's pairs and measures it on the test pairs. Everything random follows from the seed. */
export function run(recipe: Recipe, languages: GrammarLanguages, seed: number): Run {
  const { examples, batch, epochs, lr, decay } = recipe;
  const data = grammarData({ languages, train: examples, batchSize: batch, seed });
  manualSeed(seed);
  const net = recipe.build(recipe.sizes, data.srcVocab.size, data.tgtVocab.size);
  initSeq2Seq(net);
  const optimizer = seq2seqOptimizer(net, { lr });
  const trainer = seq2seqTrainer(net, {
    optimizer,
    scheduler: new ExponentialLR(optimizer, { gamma: decay }),
    data: data.batches,
    tgtVocab: data.tgtVocab,
    maxEpochs: epochs,
    compile: true,
  });
  const start = process.cpuUsage();
  const { losses } = trainer.fitSync();
  const { user, system } = process.cpuUsage(start);
  const seconds = (user + system) / 1e6;
  chooseHeads(net, data);
  return { net, data, seconds, losses, ...measure(net, data, "test") };
}
