import { compile, noGrad } from "@saccade/autograd";
import type { GrammarData, NmtTensors } from "@saccade/datasets";
import { Adam, crossEntropy, LambdaLR, type Module } from "@saccade/nn";
import type { Tensor } from "@saccade/tensor";
import { givenWords } from "../tensors.ts";
import { rateAt } from "../train-steps.ts";

/** A translator with teacher forcing. */
export interface Trainee {
  readonly net: Module;
  /** Source ids (b, n), target ids that are fed (b, steps), source lengths (b) → scores (b, steps, words). */
  readonly logits: (source: Tensor, fed: Tensor, lengths: Tensor) => Tensor;
  /** Of Adam, at its highest. */
  readonly lr: number;
  readonly labelSmoothing: number;
}

/** The result of a training. */
export interface Trained {
  /** Of each step. */
  readonly losses: readonly number[];
  /** Mean loss of a held-out target token, in nats, without smoothing. */
  readonly heldOut: number;
  /** Target tokens trained on in a second. */
  readonly speed: number;
}

/** Trains on whole batches; the rate rises over the first tenth of the steps, then falls along a cosine. */
export function trainTranslator(trainee: Trainee, data: GrammarData, steps: number, batch: number): Trained {
  const { net, lr, labelSmoothing } = trainee;
  const optimizer = new Adam(net, { lr, betas: [0.9, 0.98], clipGradNorm: 1 });
  const schedule = new LambdaLR(optimizer, { lrLambda: (n) => rateAt(n, steps) });
  const step = compile((pairs: NmtTensors) =>
    optimizer.step(() => lossOf(trainee, data, pairs, labelSmoothing)),
  );
  const losses: number[] = [];
  let tokens = 0;
  const start = performance.now();
  while (losses.length < steps) {
    for (const { X, XValidLen, Y, YValidLen } of data.batches) {
      if (losses.length === steps || X.size(0) < batch) break;
      losses.push(step({ X, XValidLen, Y, YValidLen }).item());
      tokens += YValidLen.sum().item();
      schedule.step();
    }
  }
  const speed = (1000 * tokens) / (performance.now() - start);
  net.eval();
  const heldOut = noGrad(() => lossOf(trainee, data, data.test, 0).item());
  return { losses, heldOut, speed };
}

function lossOf(
  { logits }: Trainee,
  { tgtVocab }: GrammarData,
  pairs: NmtTensors,
  labelSmoothing: number,
): Tensor {
  const { X, XValidLen, Y } = pairs;
  const scores = logits(X, givenWords(Y, tgtVocab.index("<bos>")), XValidLen);
  const options = { ignoreIndex: tgtVocab.index("<pad>"), labelSmoothing };
  return crossEntropy(scores.flatten(0, 1), Y.flatten(), options);
}
