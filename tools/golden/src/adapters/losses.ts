import {
  bceWithLogits,
  crossEntropy,
  l1Loss,
  maskedSoftmaxCELoss,
  mseLoss,
  nllLoss,
  smoothL1Loss,
} from "@saccade/nn";
import { type Adapters, type Inputs, op } from "../adapter.ts";
import { asNumber, asOneOf, type Fields, given } from "../case.ts";

type Reduction = "mean" | "sum" | "none";

const reduction = (attrs: Fields): { reduction?: Reduction } =>
  given({ reduction: attrs.maybe("reduction", asOneOf<Reduction>("mean", "sum", "none")) });

const classOptions = (inputs: Inputs, attrs: Fields): Parameters<typeof nllLoss>[2] => ({
  ...reduction(attrs),
  ...given({ ignoreIndex: attrs.maybe("ignore_index", asNumber), weight: inputs.maybe("weight") }),
});

/** Losses. */
export const losses: Adapters = {
  cross_entropy: op((inputs, attrs) =>
    crossEntropy(inputs.get("input"), inputs.get("target"), {
      ...classOptions(inputs, attrs),
      ...given({ labelSmoothing: attrs.maybe("label_smoothing", asNumber) }),
    }),
  ),
  nll_loss: op((inputs, attrs) =>
    nllLoss(inputs.get("input"), inputs.get("target"), classOptions(inputs, attrs)),
  ),
  mse_loss: op((inputs, attrs) => mseLoss(inputs.get("input"), inputs.get("target"), reduction(attrs))),
  l1_loss: op((inputs, attrs) => l1Loss(inputs.get("input"), inputs.get("target"), reduction(attrs))),
  smooth_l1_loss: op((inputs, attrs) =>
    smoothL1Loss(inputs.get("input"), inputs.get("target"), {
      ...reduction(attrs),
      ...given({ beta: attrs.maybe("beta", asNumber) }),
    }),
  ),
  bce_with_logits: op((inputs, attrs) =>
    bceWithLogits(inputs.get("input"), inputs.get("target"), {
      ...reduction(attrs),
      ...given({ weight: inputs.maybe("weight"), posWeight: inputs.maybe("pos_weight") }),
    }),
  ),
  "seed004.MaskedSoftmaxCELoss": op((inputs) =>
    maskedSoftmaxCELoss(inputs.get("pred"), inputs.get("label"), inputs.get("valid_len")),
  ),
};
