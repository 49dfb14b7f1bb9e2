import { ones, tensor } from "@saccade/tensor";
import { arg, type Call, positive, share } from "../../../tensor/test/walk.ts";

type Named = Readonly<Record<string, unknown>>;
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
const pair = <Loss extends string, Made extends string, Own extends Named>(
  loss: Loss,
  made: Made,
  takes: Named,
  options: Own,
) => {
  const own: readonly (readonly [string, Call & { readonly options: Own }])[] = [
    [loss, { takes, options }],
    [made, { options, says: loss, methods: { forward: { takes } } }],
  ];
  return Object.fromEntries(own) as Record<Loss | Made, { options: Own }>;
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
  maskedSoftmaxCELoss: { takes: padded },
  MaskedSoftmaxCELoss: { takes: {}, says: "maskedSoftmaxCELoss", methods: { forward: { takes: padded } } },
};
