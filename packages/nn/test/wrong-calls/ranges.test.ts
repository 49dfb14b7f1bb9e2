import { ArgumentError, ones } from "@saccade/tensor";
import { describe, expect, test } from "vitest";
import * as nn from "../../src/index.ts";

// Options by the range that makes sense: the least and largest values that are taken, and the nearest ones that are not.

const { Adagrad, Adam, AdamW, RMSprop, SGD } = nn;
const inf = Number.POSITIVE_INFINITY;
const tiny = Number.MIN_VALUE;
const below1 = 1 - 2 ** -53;
const w = (): nn.Parameter[] => [new nn.Parameter(ones([1]))];
const optimizer = (): nn.Optimizer => new SGD(w(), { lr: 0.1 });
const never: readonly unknown[] = [Number.NaN, "1", null, {}];

interface Range {
  readonly make: (value: never) => unknown;
  readonly taken: readonly unknown[];
  readonly refused: readonly unknown[];
}

const range = <T>(make: (value: T) => unknown, taken: readonly T[], refused: readonly unknown[]): Range => ({
  make: make as Range["make"],
  taken,
  refused,
});

const ranges: Readonly<Record<string, Range>> = {
  "SGD momentum": range((momentum: number) => new SGD(w(), { momentum }), [0, below1], [-tiny, 1, 2, inf]),
  "SGD dampening": range(
    (dampening: number) => new SGD(w(), { dampening, momentum: 0.9 }),
    [0, below1],
    [-tiny, 1, inf],
  ),
  "RMSprop momentum": range(
    (momentum: number) => new RMSprop(w(), { momentum }),
    [0, below1],
    [-tiny, 1, 2, inf],
  ),
  "RMSprop alpha": range((alpha: number) => new RMSprop(w(), { alpha }), [0, below1], [-tiny, 1, 2, inf]),
  "Adam betas[0]": range((b: number) => new Adam(w(), { betas: [b, 0.9] }), [0, below1], [-tiny, 1, inf]),
  "AdamW betas[1]": range((b: number) => new AdamW(w(), { betas: [0.9, b] }), [0, below1], [-tiny, 1, inf]),
  "Adagrad lrDecay": range((lrDecay: number) => new Adagrad(w(), { lrDecay }), [0, 1], [-tiny, inf]),
  "every lr": range(
    (lr: number) => [SGD, Adam, AdamW, RMSprop, Adagrad].map((Kind) => new Kind(w(), { lr })),
    [0, 1e9],
    [-tiny, inf],
  ),
  "every clipGradNorm": range(
    (clipGradNorm: number) =>
      [SGD, Adam, AdamW, RMSprop, Adagrad].map((Kind) => new Kind(w(), { clipGradNorm })),
    [tiny, 1, inf],
    [0, -0, -1],
  ),
  "clipGradNorm({ maxNorm })": range(
    (maxNorm: number) => new SGD(w(), { clipGradNorm: { maxNorm } }),
    [tiny, inf],
    [0, -1, undefined],
  ),
  "optimizer.clip": range(
    (clip: number) => {
      optimizer().clip = clip;
    },
    [tiny, inf],
    [0, -1].concat(Number.NaN),
  ),
  "clipGradNorm(grads, maxNorm)": range((n: number) => nn.clipGradNorm([ones([1])], n), [tiny, inf], [0, -1]),
  "clipGradNorm(grads, () => maxNorm)": range(
    (n: number) => nn.clipGradNorm([ones([1])], () => n),
    [tiny, inf],
    [0, -1],
  ),
  clipGradValue: range((n: number) => nn.clipGradValue([ones([1])], n), [tiny, inf], [0, -1]),
  "LinearLR startFactor": range(
    (startFactor: number) => new nn.LinearLR(optimizer(), { startFactor }),
    [tiny, 1],
    [0, 1.5, inf],
  ),
  "LinearLR endFactor": range(
    (endFactor: number) => new nn.LinearLR(optimizer(), { endFactor }),
    [0, 1],
    [-tiny, 1.5, inf],
  ),
  "LinearWarmup startFactor": range(
    (startFactor: number) => new nn.LinearWarmup(optimizer(), { steps: 2, startFactor }),
    [0, 1],
    [-tiny, 1.5, inf],
  ),
  "ExponentialLR gamma": range(
    (gamma: number) => new nn.ExponentialLR(optimizer(), { gamma }),
    [0, 2],
    [-tiny, inf],
  ),
  "CosineAnnealingLR tMax": range(
    (tMax: number) => new nn.CosineAnnealingLR(optimizer(), { tMax }),
    [1],
    [0, 1.5, inf],
  ),
  "plateau factor": range(
    (factor: number) => new nn.ReduceLROnPlateau(optimizer(), { factor }),
    [0, below1],
    [-tiny, 1],
  ),
  "plateau metric": range(
    (metric: number) => new nn.ReduceLROnPlateau(optimizer()).step(metric),
    [0, -1, inf],
    [undefined],
  ),
  "the metric of a chain with a plateau": range(
    (metric: number) => {
      const on = optimizer();
      const schedulers = [new nn.ReduceLROnPlateau(on), new nn.StepLR(on, { stepSize: 1 })];
      new nn.SequentialLR(on, { schedulers, milestones: [2] }).step(metric);
    },
    [0],
    [undefined],
  ),
};

describe("options are taken up to their bounds, and refused beyond", () => {
  test.each(Object.entries(ranges))("%s", (name, { make, taken, refused }) => {
    for (const value of taken) expect(() => make(value as never), String(value)).not.toThrow();
    for (const value of [...refused, ...never.filter((one) => one !== null || !name.includes("clip"))])
      expect(() => make(value as never), String(value)).toThrow(
        typeof value === "object" || value === "1" ? Error : ArgumentError,
      );
  });
});
