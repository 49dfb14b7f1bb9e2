import { noGrad } from "@saccade/autograd";
import type { Bert } from "@saccade/models";
import { crossEntropy, Linear, Module } from "@saccade/nn";
import { scope, type Tensor } from "@saccade/tensor";
import { drawRows, ints, shareRight } from "../tensors.ts";
import { trainSteps } from "../train-steps.ts";
import { idOf, kindOf, otherVerb, pad, sentence, toIds } from "./grammar.ts";

/** Sentences in which one animal makes another's sound. */
export interface Spoiled {
  /** (b, maxLength) int32. */
  readonly ids: Tensor;
  /** (b) int32, the place of the wrong verb. */
  readonly wrong: Tensor;
  /** The verb that was there. */
  readonly right: readonly string[];
}

/** The places of a kind of word in a sentence, counted from 0, without [CLS]. */
export function placesOf(words: readonly string[], kind: string): number[] {
  return words.flatMap((word, i) => (kindOf[idOf(word)] === kind ? [i] : []));
}

/** Sentences, in each of which one of the two verbs is exchanged for one of the same number. */
export function spoiled(count: number, random: () => number): Spoiled {
  const all = Array.from({ length: count }, () => {
    const words = sentence(random);
    const verbs = placesOf(words, "verb");
    const at = verbs[Math.floor(random() * verbs.length)]!;
    return { ids: toIds(words.with(at, otherVerb(words[at]!, random))), at, right: words[at]! };
  });
  return {
    ids: ints(all.map(({ ids }) => ids)),
    wrong: ints(all.map(({ at }) => at + 1)),
    right: all.map(({ right }) => right),
  };
}

// #region finder
/** An encoder, pretrained or not, and one new vector: which word of a sentence is the wrong one? */
export class Finder extends Module {
  bert: Bert;
  head: Linear;

  constructor(bert: Bert) {
    super();
    this.bert = bert;
    this.head = new Linear(bert.settings.dModel, 1);
  }

  /** ids (b, n) → a score for each place, (b, n). */
  override forward(ids: Tensor): Tensor {
    return scope(() => {
      const keyMask = ids.ne(pad);
      const { lastHiddenState } = this.bert.forward(ids, { keyMask });
      return this.head.forward(lastHiddenState).squeeze(-1).maskedFill(keyMask.logicalNot(), -1e9);
    });
  }
}
// #endregion finder

/** How to train a finder. */
export interface FineTuning {
  readonly labels: number;
  readonly steps: number;
  readonly lr: number;
  readonly random: () => number;
}

/** Trains all weights on a few sentences whose wrong word is known. */
export function fineTune(
  bert: Bert,
  { labels, steps, lr, random }: FineTuning,
): { net: Finder; losses: number[] } {
  const net = new Finder(bert);
  const { ids, wrong } = spoiled(labels, random);
  const losses = trainSteps(net, {
    steps,
    lr,
    next: () => drawRows({ ids, wrong }, 32, random),
    loss: ({ ids, wrong }) => crossEntropy(net.forward(ids), wrong),
  });
  return { net, losses };
}

/** The share of sentences whose wrong word is found. */
export function accuracy(net: Finder, { ids, wrong }: Spoiled): number {
  return noGrad(() => shareRight(net.forward(ids), wrong));
}
