import { tensor } from "@saccade/tensor";
import { arg, type Call, count, positive, share, size } from "../../../tensor/test/walk.ts";
import { Linear, LinearLR, type Scheduled, SGD } from "../../src/index.ts";

const sgd = new SGD(new Linear(1, 1), { lr: 1 });
const [rise, fall] = [new LinearLR(sgd), new LinearLR(sgd)];
const other = new LinearLR(new SGD([tensor([1])]));
const optimizer = arg([sgd, { paramGroups: [{ lr: 1 }] }], [{ paramGroups: 3 }, { paramGroups: [{}] }]);
/** A number from 0 and below 1. */
const below1 = arg([0.5, 0], [1, -Number.MIN_VALUE]);
/** Momenta from 0 and below 1, the lower one first. */
const momenta = {
  cycleMomentum: true,
  baseMomentum: arg([0.86, 0, 0.88], [1, -Number.MIN_VALUE, 0.89]),
  maxMomentum: arg([0.88, 0.86], [1, -Number.MIN_VALUE, 0.85]),
};
/** A number ≥ 0, or one for each group. */
const perGroup = arg([0.1, [0.1]], [-1, [0.1, 0.2], ["1"], []]);
const warmup = { "steps!": count(2), startFactor: share(0.5) };
const after = arg([(one: Scheduled): LinearLR => new LinearLR(one)]);

const scheduler = <Own extends object>(options: Own) => ({ takes: { optimizer }, options });

/** The schedulers. */
export const schedulers = {
  StepLR: scheduler({ "stepSize!": size(2), gamma: positive(0.1) }),
  MultiStepLR: scheduler({ "milestones!": arg([[1], []], [[-1], [0.5], ["1"], 3]), gamma: positive(0.1) }),
  ExponentialLR: scheduler({ "gamma!": positive(0.5) }),
  LambdaLR: {
    takes: { optimizer: sgd },
    options: {
      "lrLambda!": arg(
        [() => 1, [() => 1]],
        [() => Number.NaN, () => undefined, () => -1, [() => 1, () => 1], [], ["1"]],
      ),
    },
  },
  CosineAnnealingLR: scheduler({ "tMax!": size(3), etaMin: positive(0.1) }),
  CosineAnnealingWarmRestarts: scheduler({ "t0!": size(3), tMult: size(2), etaMin: positive(0.1) }),
  LinearLR: scheduler({
    startFactor: arg([0.5, 1], [0, 1.5]),
    endFactor: share(0.5),
    totalIters: size(3),
  }),
  LinearWarmup: scheduler(warmup),
  NoamLR: scheduler({ "dModel!": size(8), warmupSteps: size(4000) }),
  ReduceLROnPlateau: {
    ...scheduler({
      mode: arg(["max", "min"], ["least"]),
      factor: below1,
      patience: count(3),
      threshold: positive(0.1),
      thresholdMode: arg(["abs", "rel"], [1]),
      cooldown: count(1),
      minLr: positive(0.1),
      eps: positive(0.1),
    }),
    methods: { step: { takes: { metric: arg([3, Number.POSITIVE_INFINITY, Number.NaN]) } } },
  },
  PolynomialLR: scheduler({ totalIters: size(3), power: positive(2) }),
  ConstantLR: scheduler({ factor: arg([0.5, 1], [0, 1.5]), totalIters: size(3) }),
  MultiplicativeLR: {
    takes: { optimizer: sgd },
    options: { "lrLambda!": arg([() => 1, [() => 1]], [[() => 1, () => 1], [], ["1"]]) },
  },
  OneCycleLR: {
    takes: { optimizer: sgd },
    options: {
      "maxLr!": perGroup,
      "totalSteps!": size(9),
      pctStart: arg([0.3, 1], [0, 1.5]),
      annealStrategy: arg(["cos", "linear"], ["line"]),
      ...momenta,
      divFactor: arg([25], [0, -1]),
      finalDivFactor: arg([25], [0, -1]),
      threePhase: true,
    },
  },
  CyclicLR: {
    takes: { optimizer: sgd },
    options: {
      "baseLr!": arg([0.1, [0.1]], [-1, [0.1, 0.2], ["1"], [], 0.6, [0.6]]),
      "maxLr!": arg([0.5, [0.5], 0.1], [-1, [0.1, 0.2], ["1"], [], 0.05, [0.05]]),
      stepSizeUp: arg([2, 0.5], [0]),
      stepSizeDown: arg([2, 0.5], [0]),
      mode: arg(["triangular2"], ["square"]),
      gamma: positive(0.5),
      ...momenta,
    },
  },
  SWALR: scheduler({ "swaLr!": perGroup, annealEpochs: count(2), annealStrategy: arg(["linear"], ["line"]) }),
  ChainedScheduler: {
    takes: { optimizer: sgd },
    options: { "schedulers!": arg([[rise, fall]], [[], [1, 2], [rise, other], [rise, 3]]) }, // biome-ignore format: one line
  },
  SequentialLR: {
    takes: { optimizer: sgd },
    options: {
      "schedulers!": arg([[rise, fall]], [[1, 2], [rise, other], [rise, 3]]), // biome-ignore format: one line
      "milestones!": arg([[3]], [[0], [1.5], ["1"], [], [3, 3], [3, 2]]),
    },
  },
  warmup: { ...scheduler({ ...warmup, after }), says: "LinearWarmup" },
} as const satisfies Readonly<Record<string, Call>>;
