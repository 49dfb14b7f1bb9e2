import { initSeq2Seq, type PointerGenerator, supervisedAttentionLoss } from "@saccade/models";
import { trainSteps } from "../train-steps.ts";
import { batchesOf, type CopyData } from "./copy-data.ts";

/** How to train. */
export interface Training {
  readonly steps: number;
  readonly random: () => number;
  /** The factor of the loss on the attention. Default 0: none. */
  readonly pointing?: number;
}

/** Trains with teacher forcing. Returns the loss of each step, a word's mean. */
export function train(
  net: PointerGenerator,
  data: CopyData,
  { steps, random, pointing = 0 }: Training,
): number[] {
  initSeq2Seq(net);
  const batches = batchesOf(data, 32, random);
  return trainSteps(net, {
    steps,
    lr: 1e-2,
    next: () => ({ ...batches.next().value }),
    loss: ({ source, copyIds, validLens, read, target, real, gold }) => {
      const given = net.gate === null ? {} : { copyIds };
      const state = net.initState(source, { ...given, validLens });
      const { logProbs, weights } = net.logLikelihood(read, target, state);
      const entropy = logProbs.mul(real).sum().neg().div(real.sum());
      return pointing === 0 ? entropy : entropy.add(supervisedAttentionLoss(weights, gold).mul(pointing));
    },
  });
}
