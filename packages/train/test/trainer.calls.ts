import { Linear, mseLoss, SGD } from "@saccade/nn";
import { ones, zeros } from "@saccade/tensor";
import { arg, ofKind, positive } from "../../tensor/test/walk.ts";

const { POSITIVE_INFINITY: inf } = Number;
const net = new Linear(2, 1);
const batch = { x: ones([3, 2]), y: zeros([3, 1]) };
const limit = arg([1, 0, inf], [-1, 1.5, -inf]);
const data = ofKind([batch], [], new Map());
const interval = arg(
  [undefined, { epochs: 1 }, { steps: 1 }],
  [{ epochs: 0 }, { steps: 1.5 }, { epochs: 1, steps: 1 }, {}],
);

/** The options of a trainer but for the model's. */
export const runOptions = {
  "optimizer!": arg([new SGD(net)], [SGD]),
  "data!": data,
  maxEpochs: limit,
  maxSteps: limit,
  compile: true,
  scheduler: arg([undefined]),
  scheduleEach: "step",
  accumulateGradBatches: arg([1, 2], [0, 1.5]),
  validationData: data,
  validateEvery: interval,
  earlyStopping: { patience: arg([1, 0], [-1, 0.5]), minDelta: positive(0.1), monitor: "loss" },
  checkpointEvery: interval,
  extra: ofKind(
    { a: 1 },
    [{ a: 1n }],
    null,
    Number.NaN,
    3,
    true,
    "a",
    [],
    new Map(),
    new Date(0),
    Promise.resolve(1),
  ),
};

/** The options of a trainer. */
export const trainerCall = {
  options: {
    "model!": net,
    ...runOptions,
    "trainingStep!": ({ x, y }: typeof batch) => mseLoss(net.forward(x), y),
    lossReduction: "sum",
    averageLoss: () => 1,
    validationStep: arg([undefined, () => zeros([])]),
  },
};
