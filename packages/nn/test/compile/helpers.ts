import { compile } from "@saccade/autograd";
import * as nn from "@saccade/nn";
import { manualSeed, ones, type Tensor } from "@saccade/tensor";
import { expect } from "vitest";
import { numbers } from "../helpers.ts";

/** Counts how often a step's code runs: a replay does not run it. */
export function counted<A extends unknown[], R>(
  step: (...args: A) => R,
): { step: (...args: A) => R; runs: () => number } {
  let runs = 0;
  return {
    step: (...args: A) => {
      runs++;
      return step(...args);
    },
    runs: () => runs,
  };
}

interface Training<Kind> {
  readonly optimizer: (net: nn.Linear) => Kind;
  /** More that belongs to the step. */
  readonly inside?: (optimizer: Kind) => () => void;
  /** Host work before call i. */
  readonly before?: (optimizer: Kind, i: number) => void;
  readonly steps: number;
}

/** Trains a layer in plain and in compiled steps, which give the same bits; the compiled step's code runs `runs` times. */
export function followsPlain<Kind extends nn.Optimizer>(training: Training<Kind>, runs: number): void {
  const train = (wrap: typeof compile | null): [number[], number] => {
    manualSeed(4);
    const net = new nn.Linear(2, 1);
    const optimizer = training.optimizer(net);
    const inside = training.inside?.(optimizer);
    const { step, runs } = counted((x: Tensor) => {
      const loss = optimizer.step(() => net.forward(x).square().mean());
      inside?.();
      return loss;
    });
    const f = wrap ? wrap(step) : step;
    for (let i = 0; i < training.steps; i++) {
      training.before?.(optimizer, i);
      f(ones([3, 2]));
    }
    return [[...numbers(net.weight), optimizer.lr], runs()];
  };
  const [plain] = train(null);
  expect(train(compile)).toEqual([plain, runs]);
}
