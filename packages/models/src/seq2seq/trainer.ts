import type { Module } from "@saccade/nn";
import { manualSeed } from "@saccade/tensor";
import { isPlainObject } from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";
import { Trainer, type TrainerOptions } from "@saccade/train";
import { forbid } from "../contract/checks.ts";
import { type SpecialTokens, specialToken, specialTokensRule } from "../tokens/vocabulary.ts";
import * as train from "./train.ts";

// Apart from a single step, so that a page whose worker takes steps of its own fetches no Trainer.

/** A Trainer's options, except those that the task determines. */
export interface Seq2SeqTrainerOptions
  extends Omit<
    TrainerOptions<train.Seq2SeqBatch>,
    "model" | "trainingStep" | "validationStep" | "lossReduction" | "averageLoss"
  > {
  /** The vocabulary of the targets, which names `<bos>`. */
  readonly tgtVocab: SpecialTokens;
}

const isOptions = (value: unknown): value is object =>
  isPlainObject(Object(value)) && Object(value) === value;
const trainerCall = c.signature(
  "seq2seqTrainer",
  { ...train.netRules, options: c.required(c.rule("an object", isOptions)) },
  "seq2seqTrainer(net, { data, tgtVocab })",
);

/**
 * A Trainer of {@link seq2seqLoss}. Its events' `metrics` and `sums` have `tokens`, the target's, and `tokenLoss`, the sum
 * of their losses; the loss of an epoch is that of a token. The seeds print it divided by the target's steps.
 *
 * @throws ArgumentError for a vocabulary without `<bos>`, and the errors of Trainer.
 * @example
 * const { batches, srcVocab, tgtVocab } = loadDataNmt({ batchSize: 2, numExamples: 4 });
 * const net = new EncoderDecoder(new Seq2SeqEncoder(srcVocab.size, 8, 16, 1), new Seq2SeqAttentionDecoder(tgtVocab.size, 8, 16, 1));
 * const trainer = seq2seqTrainer(net, { optimizer: seq2seqOptimizer(net), data: batches, tgtVocab, maxEpochs: 2 });
 * (await trainer.fit()).losses.length // 2
 */
export function seq2seqTrainer(
  net: Module & train.TeacherForced,
  given: Seq2SeqTrainerOptions,
): Trainer<train.Seq2SeqBatch> {
  trainerCall([net, given]);
  const { tgtVocab, ...options } = given;
  forbid("seq2seqTrainer", {
    ...Object.fromEntries(
      ["model", "trainingStep", "lossReduction", "averageLoss"].map((key) => [
        `${key} follows from the task; leave it out, or make a Trainer`,
        key in given,
      ]),
    ),
    "tgtVocab must be a Vocab; write seq2seqTrainer(net, { data, tgtVocab })":
      !specialTokensRule.holds(tgtVocab),
  });
  const bos = specialToken("seq2seqTrainer", tgtVocab, "<bos>");
  return new Trainer<train.Seq2SeqBatch>({
    ...options,
    model: net,
    trainingStep: (batch) => {
      const { loss, tokens } = train.seq2seqLoss(net, batch, bos);
      return { loss, tokens, tokenLoss: loss.mul(batch.Y.size(1)) };
    },
    lossReduction: "sum",
    averageLoss: ({ tokenLoss = 0, tokens = 0 }) => tokenLoss / tokens,
  });
}

/** A training step that is done. */
export interface StepReport {
  /** Steps done, over all epochs. */
  readonly step: number;
  /** Counts from 1. */
  readonly epoch: number;
  /** The sum over the batch of each pair's mean loss. */
  readonly loss: number;
  /** Before clipping. */
  readonly gradNorm: number;
  /** Target tokens of the batch. */
  readonly tokens: number;
}

const trainCall = c.signature(
  "trainSeq2Seq",
  { ...train.netRules, batches: c.unchecked<Iterable<train.Seq2SeqBatch>>("batches") },
  {
    ...train.optimizerRules,
    /** Default 250. */
    numEpochs: c.size(250),
    /** The vocabulary of the targets, which names `<bos>`. */
    tgtVocab: c.required(specialTokensRule),
    /** Whether to reinitialize the weights first, as the seeds do. Default true. */
    initialize: c.flag(true),
    /** `manualSeed` of the weights and of dropout; without one they follow the random state as it is. */
    seed: c.whole(undefined, { min: 0 }),
    /** Called after each step. When it returns false, training stops there. */
    onStep: c.callable<(report: StepReport) => unknown>(),
    /** Called after each epoch, with its loss a token. The seeds print it divided by the target's steps. */
    onEpoch: c.callable<(epoch: number, loss: number, tokensPerSecond: number) => void>(),
  },
  { example: "trainSeq2Seq(net, batches, { numEpochs: 250, tgtVocab })" },
);

/** Options of {@link trainSeq2Seq}. */
export interface TrainSeq2SeqOptions
  extends c.OptionsOf<typeof trainCall, typeof train.netRules & typeof train.optimizerRules> {}

/**
 * Trains as the seeds do: Adam, clipping at 1, the loss averaged over all steps, padding included. Returns the
 * loss a token of each epoch. It does all in one go; a program that pauses, saves and resumes takes {@link seq2seqTrainer}.
 *
 * @param batches gives an epoch each time it is iterated.
 * @throws DivergedError at the step whose loss is not finite; ArgumentError for a vocabulary without `<bos>`, or no batches.
 * @example
 * const { batches, srcVocab, tgtVocab } = loadDataNmt({ batchSize: 2, numExamples: 4 });
 * const net = new EncoderDecoder(new Seq2SeqEncoder(srcVocab.size, 8, 16, 1), new Seq2SeqAttentionDecoder(tgtVocab.size, 8, 16, 1));
 * trainSeq2Seq(net, batches, { numEpochs: 2, tgtVocab }).length // 2
 */
export function trainSeq2Seq(
  net: Module & train.TeacherForced,
  batches: Iterable<train.Seq2SeqBatch>,
  given: TrainSeq2SeqOptions,
): number[] {
  const { lr, numEpochs, clip, tgtVocab, initialize, seed, onStep, onEpoch } = trainCall([
    net,
    batches,
    given,
  ]);
  const optimizer = train.seq2seqOptimizer(net, { lr, clip });
  const trainer = seq2seqTrainer(net, { data: batches, optimizer, tgtVocab, maxEpochs: numEpochs });
  trainer.on("step", ({ step, epoch, loss, gradNorm, metrics: { tokens = 0 } }) => {
    if (onStep?.({ step, epoch, loss, gradNorm, tokens }) === false) void trainer.stop();
  });
  trainer.on("epoch", ({ epoch, loss, sums: { tokens = 0 }, seconds }) => {
    onEpoch?.(epoch, loss, tokens / Math.max(seconds, 1e-3));
  });
  if (seed !== undefined) manualSeed(seed);
  if (initialize) train.initSeq2Seq(net);
  return [...trainer.fitSync().losses];
}
