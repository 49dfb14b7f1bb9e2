import { DivergedError } from "@saccade/nn";
import { memory } from "@saccade/tensor";
import { expect, test } from "vitest";
import { numbers } from "../../../attention/test/helpers.ts";
import * as models from "../../src/index.ts";
import { batchOf, makeNet, vocab } from "./toy.ts";

const batches = [batchOf([0, 1, 2, 3, 4]), batchOf([5, 6, 7])];
const bos = vocab.index("<bos>");

test("the loss falls, and is that of a token: padding does not count", () => {
  const reports: models.StepReport[] = [];
  const epochs: number[] = [];
  const losses = models.trainSeq2Seq(makeNet(), batches, {
    lr: 0.02,
    numEpochs: 20,
    tgtVocab: vocab,
    seed: 1,
    onStep: (report) => reports.push(report),
    onEpoch: (epoch, loss, tokensPerSecond) => {
      epochs.push(epoch, loss);
      expect(tokensPerSecond).toBeGreaterThan(0);
    },
  });
  expect(losses).toHaveLength(20);
  expect(losses.at(-1)!).toBeLessThan(losses[0]! / 3);
  expect(epochs.slice(0, 2)).toEqual([1, losses[0]]);
  expect(reports.map(({ step, epoch }) => [step, epoch]).slice(0, 3)).toEqual([
    [1, 1],
    [2, 1],
    [3, 2],
  ]);
  const [first, second] = reports;
  expect(first!.tokens + second!.tokens).toBe(23);
  // The steps' losses are sums of means over all steps of a row, padding included.
  const steps = batches[0]!.Y.size(1);
  expect(losses[0]).toBeCloseTo((steps * (first!.loss + second!.loss)) / 23, 5);
});

test("the same seed gives the same run, dropout included", () => {
  const net = makeNet({ layers: 2, dropout: 0.3 });
  const start = net.stateDict();
  const losses = [5, 5, 6].map((seed) => {
    net.loadStateDict(start);
    return models.trainSeq2Seq(net, batches, { numEpochs: 2, tgtVocab: vocab, seed });
  });
  expect(losses[1]).toEqual(losses[0]);
  expect(losses[2]).not.toEqual(losses[0]);
});

test("onStep stops it between two steps", () => {
  let steps = 0;
  const losses = models.trainSeq2Seq(makeNet(), batches, {
    numEpochs: 9,
    tgtVocab: vocab,
    onStep: ({ step }) => {
      steps = step;
      return step < 3;
    },
  });
  expect(steps).toBe(3);
  expect(losses).toHaveLength(1);
});

test("gradients above the threshold are scaled to it exactly, others are left", () => {
  for (const clip of [1e-3, 1e6]) {
    const net = makeNet();
    const optimizer = models.seq2seqOptimizer(net, { lr: 0, clip });
    const { gradNorm } = models.seq2seqStep(net, optimizer, batches[0]!, bos);
    const means = Object.values(optimizer.stateDict().state).map(({ exp_avg }) => exp_avg);
    const squares = means.flatMap((m) => (typeof m === "object" ? numbers(m.square().sum()) : []));
    const norm = Math.sqrt(squares.reduce((a, b) => a + b, 0)) / 0.1;
    expect(norm).toBeCloseTo(Math.min(clip, gradNorm.item()), 5);
  }
});

test("a loss that is no number ends training, named by its step", () => {
  const net = makeNet();
  const options = { numEpochs: 2, tgtVocab: vocab, initialize: false };
  const poison = ({ step }: models.StepReport): void => {
    if (step === 2)
      net.loadStateDict(
        Object.fromEntries(Object.entries(net.stateDict()).map(([key, x]) => [key, x.mul(Number.NaN)])),
      );
  };
  expect(() => models.trainSeq2Seq(net, batches, { ...options, onStep: poison })).toThrow(DivergedError);
  expect(() => models.trainSeq2Seq(net, batches, options)).toThrow(/at step 1/);
});

test("a vocabulary without <bos>, and no batches, are refused", () => {
  const none = { has: () => false, index: () => 0 };
  expect(() => models.trainSeq2Seq(makeNet(), batches, { tgtVocab: none })).toThrow(
    /has no <bos>; .*reservedTokens/,
  );
  expect(() => models.trainSeq2Seq(makeNet(), [], { tgtVocab: vocab })).toThrow(/gave no batches in epoch 1/);
});

test("thirty steps hold no more memory than two", () => {
  const net = makeNet({ dropout: 0.1 });
  models.initSeq2Seq(net);
  const optimizer = models.seq2seqOptimizer(net);
  const train = (steps: number): void => {
    for (let i = 0; i < steps; i++) models.seq2seqStep(net, optimizer, batches[0]!, bos).loss.item();
  };
  train(2);
  const { tensors, bytes } = memory();
  train(30);
  expect(memory()).toMatchObject({ tensors, bytes });
});
