import { ones, tensor } from "@saccade/tensor";
import { arg, type Call, positive, share } from "./walk.ts";

const x = ones([2, 3]);
const classes = tensor([0, 1], { dtype: "int32" });
const alike = { input: x, target: x };
const ofClasses = { input: x, target: classes };
const reduction = arg(["sum", "mean", "none"]);
const index = arg([0, -100], [1.5]);
/** Weights ≥ 0, one of them above. */
const weights = (fits: readonly number[]): unknown =>
  arg(
    [tensor([...fits]), null],
    [-1, 0, Number.NaN, Number.POSITIVE_INFINITY].map((bad) =>
      tensor(fits.map((_, i) => (i === 0 ? bad : 0))),
    ),
  );
const nll = { weight: weights([0, 1, 1e-30]), ignoreIndex: index, reduction };
const label = tensor([[0, 1]], { dtype: "int32" });
const validLen = arg([[2], [0], tensor([2], { dtype: "int32" })], [[0.5], [3], [-1], tensor([1])]);
const padded = { pred: ones([1, 2, 3]), label, validLen };

/** A loss, and its module. */
const pair = <Loss extends string, Made extends string>(
  loss: Loss,
  made: Made,
  takes: Readonly<Record<string, unknown>>,
  options?: Readonly<Record<string, unknown>>,
): { [Name in Loss | Made]: Call } => {
  const own = options ? { options } : {};
  const calls = {
    [loss]: { takes, ...own },
    [made]: { ...own, says: loss, methods: { forward: { takes } } },
  };
  return calls as { [Name in Loss | Made]: Call };
};

/** The losses, and their modules. */
export const losses = {
  ...pair("mseLoss", "MSELoss", alike, { reduction }),
  ...pair("l1Loss", "L1Loss", alike, { reduction }),
  ...pair("smoothL1Loss", "SmoothL1Loss", alike, { beta: positive(0.5), reduction }),
  ...pair("bceWithLogits", "BCEWithLogitsLoss", alike, {
    weight: arg([ones([3]), null]),
    posWeight: weights([1, 0, 2]),
    reduction,
  }),
  ...pair("nllLoss", "NLLLoss", ofClasses, nll),
  ...pair("crossEntropy", "CrossEntropyLoss", ofClasses, { ...nll, labelSmoothing: share(0.1) }),
  ...pair("maskedSoftmaxCELoss", "MaskedSoftmaxCELoss", padded),
};
