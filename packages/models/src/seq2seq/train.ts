import type { Module } from "@saccade/nn";
import { ArgumentError, manualSeed } from "@saccade/tensor";
import { badArgument, refuseExtra } from "@saccade/tensor/backend";
import {
  callable,
  flag,
  type OptionsOf,
  options,
  required,
  size,
  unchecked,
  whole,
} from "@saccade/tensor/contract";
import { Trainer, type TrainerOptions } from "@saccade/train";
import { type SpecialTokens, specialToken } from "../tokens/vocabulary.ts";
import {
  checkModule,
  initSeq2Seq,
  optimizerRules,
  type Seq2SeqBatch,
  seq2seqLoss,
  seq2seqOptimizer,
  type TeacherForced,
} from "./step.ts";

/** A Trainer's options but for those that follow from the task. */
export interface Seq2SeqTrainerOptions
  extends Omit<
    TrainerOptions<Seq2SeqBatch>,
    "model" | "trainingStep" | "validationStep" | "lossReduction" | "averageLoss"
  > {
  /** The vocabulary of the targets, which names `<bos>`. */
  readonly tgtVocab: SpecialTokens;
}

/**
 * A Trainer of {@link seq2seqLoss}. Its events' `metrics` and `sums` have `tokens`, the target's; the loss of an epoch
 * is the sum of its losses over its tokens, the number that the seeds print.
 *
 * @throws ArgumentError for a vocabulary without `<bos>`, and what Trainer throws.
 * @example
 * const { batches, srcVocab, tgtVocab } = loadDataNmt({ batchSize: 2, numExamples: 4 });
 * const net = new EncoderDecoder(new Seq2SeqEncoder(srcVocab.size, 8, 16, 1), new Seq2SeqAttentionDecoder(tgtVocab.size, 8, 16, 1));
 * const trainer = seq2seqTrainer(net, { optimizer: seq2seqOptimizer(net), data: batches, tgtVocab, maxEpochs: 2 });
 * (await trainer.fit()).losses.length // 2
 */
export function seq2seqTrainer(
  net: Module & TeacherForced,
  given: Seq2SeqTrainerOptions,
): Trainer<Seq2SeqBatch> {
  refuseExtra("seq2seqTrainer", arguments, 2);
  checkModule("seq2seqTrainer", net);
  if (typeof given !== "object" || given === null) {
    throw badArgument(
      "seq2seqTrainer",
      "options",
      "an object",
      given,
      "write seq2seqTrainer(net, { data, tgtVocab })",
    );
  }
  for (const key of ["model", "trainingStep", "lossReduction", "averageLoss"]) {
    if (!(key in given)) continue;
    throw new ArgumentError(`seq2seqTrainer: ${key} follows from the task; leave it out, or make a Trainer.`);
  }
  const { tgtVocab, ...options } = given;
  const bos = specialToken("seq2seqTrainer", tgtVocab, "<bos>");
  return new Trainer<Seq2SeqBatch>({
    ...options,
    model: net,
    trainingStep: (batch) => seq2seqLoss(net, batch, bos),
    lossReduction: "sum",
    averageLoss: ({ loss = 0, tokens = 0 }) => loss / tokens,
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

const trainOptions = options(
  "trainSeq2Seq",
  {
    ...optimizerRules,
    /** Default 250. */
    numEpochs: size(250),
    /** The vocabulary of the targets, which names `<bos>`. */
    tgtVocab: required(unchecked<SpecialTokens>("a vocabulary")),
    /** Whether weights are drawn anew first, as the seeds do. Default true. */
    initialize: flag(true),
    /** `manualSeed` of the weights and of dropout; without one they follow the random state as it is. */
    seed: whole(undefined, { min: 0 }),
    /** Called after each step. When it returns false, training stops there. */
    onStep: callable<(report: StepReport) => unknown>(),
    /** Called after each epoch, with the sum of its losses over its tokens: the number the seeds print. */
    onEpoch: callable<(epoch: number, loss: number, tokensPerSecond: number) => void>(),
  },
  { example: "trainSeq2Seq(net, batches, { numEpochs: 250, tgtVocab })" },
);

/** Options of {@link trainSeq2Seq}. */
export interface TrainSeq2SeqOptions extends OptionsOf<typeof trainOptions> {}

/**
 * Trains as the seeds do: Adam, clipping at 1, the loss averaged over all steps, padding included. Returns the
 * loss of each epoch. It does all in one go; a program that pauses, saves and resumes takes {@link seq2seqTrainer}.
 *
 * @param batches gives an epoch each time it is iterated.
 * @throws ArgumentError for options that are none; DivergedError at the step whose loss is not finite; ArgumentError for a
 * vocabulary without `<bos>`, or batches that give none.
 * @example
 * const { batches, srcVocab, tgtVocab } = loadDataNmt({ batchSize: 2, numExamples: 4 });
 * const net = new EncoderDecoder(new Seq2SeqEncoder(srcVocab.size, 8, 16, 1), new Seq2SeqAttentionDecoder(tgtVocab.size, 8, 16, 1));
 * trainSeq2Seq(net, batches, { numEpochs: 2, tgtVocab }).length // 2
 */
export function trainSeq2Seq(
  net: Module & TeacherForced,
  batches: Iterable<Seq2SeqBatch>,
  given: TrainSeq2SeqOptions,
): number[] {
  refuseExtra("trainSeq2Seq", arguments, 3);
  checkModule("trainSeq2Seq", net);
  const { lr, numEpochs, clip, tgtVocab, initialize, seed, onStep, onEpoch } = trainOptions(given);
  const optimizer = seq2seqOptimizer(net, { lr, clip });
  const trainer = seq2seqTrainer(net, { data: batches, optimizer, tgtVocab, maxEpochs: numEpochs });
  trainer.on("step", ({ step, epoch, loss, gradNorm, metrics: { tokens = 0 } }) => {
    if (onStep?.({ step, epoch, loss, gradNorm, tokens }) === false) void trainer.stop();
  });
  trainer.on("epoch", ({ epoch, loss, sums: { tokens = 0 }, seconds }) => {
    onEpoch?.(epoch, loss, tokens / Math.max(seconds, 1e-3));
  });
  if (seed !== undefined) manualSeed(seed);
  if (initialize) initSeq2Seq(net);
  return [...trainer.fitSync().losses];
}
