import { Bert, GPT } from "@saccade/models";
import { crossEntropy } from "@saccade/nn";
import { type Tensor, where } from "@saccade/tensor";
import { ints } from "../tensors.ts";
import { trainSteps } from "../train-steps.ts";
import { firstWord, maxLength, pad, sentence, toIds, vocabulary } from "./grammar.ts";
import { maskWords, type Rule } from "./masking.ts";

/** The sizes of both models. */
export const sizes = {
  vocabSize: vocabulary.length,
  maxLen: maxLength,
  dModel: 32,
  numLayers: 2,
  numHeads: 4,
};

/** An encoder that attends in both directions, with a head for masked words. */
export const makeBert = (): Bert => new Bert({ ...sizes, maskedHead: true });

/** A model of the same sizes that attends to the left only. */
export const makeCausal = (): GPT => new GPT(sizes);

/** How to train. */
export interface Training {
  readonly steps: number;
  readonly lr: number;
  readonly random: () => number;
}

const batch = 32;

/** Fresh sentences, (count, maxLength) int32. */
export function sentences(count: number, random: () => number): Tensor {
  return ints(Array.from({ length: count }, () => toIds(sentence(random))));
}

/** Scores of every word for each place, (b, n, words). */
export function scores(bert: Bert, ids: Tensor): Tensor {
  return bert.logits(bert.forward(ids, { keyMask: ids.ne(pad) }).lastHiddenState);
}

/** The training data of an encoder. */
export interface Task {
  /** The share of words that are chosen. */
  readonly rate: number;
  readonly rule: Rule;
  /** Whether the loss is over all words instead of the chosen ones, a common mistake. Default false. */
  readonly allWords?: boolean;
}

/** Trains on masked sentences. Returns the loss of each step. */
export function pretrain(bert: Bert, task: Task, { steps, lr, random }: Training): number[] {
  const { rate, rule, allWords = false } = task;
  return trainSteps(bert, {
    steps,
    lr,
    next: () => {
      const ids = sentences(batch, random);
      const { input, target } = maskWords(ids, rate, rule);
      return { input, target: allWords ? where(ids.ge(firstWord), ids, -100) : target };
    },
    loss: ({ input, target }) => crossEntropy(scores(bert, input).flatten(0, 1), target.flatten()),
  });
}

/** Trains on the next word at every place. Returns the loss of each step. */
export function pretrainCausal(gpt: GPT, { steps, lr, random }: Training): number[] {
  return trainSteps(gpt, {
    steps,
    lr,
    next: () => ({ ids: sentences(batch, random) }),
    loss: ({ ids }) => {
      const logits = gpt.forward(ids.narrow(1, 0, maxLength - 1));
      const next = ids.narrow(1, 1, maxLength - 1);
      return crossEntropy(logits.flatten(0, 1), next.flatten(), { ignoreIndex: pad });
    },
  });
}
