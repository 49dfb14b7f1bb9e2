import { ShapeError, type Tensor } from "@saccade/tensor";
import { checkSameBackend, formatShape, sameShape } from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";
import { classMean } from "@saccade/tensor/definitions";
import * as fused from "@saccade/tensor/fused";
import { Linear } from "../layers/linear.ts";
import { Module } from "../module.ts";
import { count } from "../rules.ts";
import { showSettings } from "../show-settings.ts";
import { crossEntropy } from "./cross-entropy.ts";
import { anyTensor, defineLoss, floats, type LossOptions, type OptionsOf, smoothedRules } from "./loss.ts";

const inputs = /* @__PURE__ */ c.tensors(
  "linearCrossEntropy",
  "input float (n, in) | (in)  linearWeight float (…, in)",
);

const linearEntropy = /* @__PURE__ */ defineLoss(
  "linearCrossEntropy(input, linearWeight, target, { linearBias })",
  () => ({
    options: {
      /** A bias for each class: the linear weight's shape without its last dim. */
      linearBias: c.nullable(c.tensorRule("float"), null),
      ...smoothedRules(),
    },
    inputs: { input: floats, linearWeight: floats, target: anyTensor },
    weights: ["weight"],
    accepts(loss, { input, linearWeight, target }) {
      inputs.check([input, linearWeight]);
      checkSameBackend(loss, [input, target]);
      if (linearWeight.ndim < 2 || (linearWeight.ndim > 2 && input.ndim < 2))
        throw new ShapeError(
          `${loss}: input ${formatShape(input.shape)} and linearWeight ${formatShape(linearWeight.shape)}, expected ` +
            "(N, in) and (C, …, in), or (in) and (C, in).",
        );
    },
    whole({ input, linearWeight, target }, { linearBias, ...terms }) {
      const places = linearWeight.shape.slice(0, -1); // (C, …)
      if (linearBias && !sameShape(linearBias.shape, places))
        throw new ShapeError(
          `linearCrossEntropy: linearBias ${formatShape(linearBias.shape)}, expected ${formatShape(places)}: the shape of ` +
            "linearWeight without its last dim.",
        );
      const [W, bias] = [linearWeight.flatten(0, -2), linearBias?.flatten() ?? null];
      if (input.ndim === 2 && target.dtype === "int32") {
        const { reduction, weight, ignoreIndex, labelSmoothing } = terms;
        const how = { bias, places, sum: reduction !== "none", weight, ignoreIndex, labelSmoothing };
        const losses = fused.linearCrossEntropy("linearCrossEntropy", input, W, target, how);
        return reduction === "mean" ? classMean(losses, target, terms) : losses;
      }
      const logits = fused.linear(input, W, bias);
      return crossEntropy(logits.reshape([...input.shape.slice(0, -1), ...places]), target, terms);
    },
  }),
);

/** Options of {@link linearCrossEntropy}. */
export interface LinearCrossEntropyOptions
  extends LossOptions,
    OptionsOf<typeof linearEntropy, ReturnType<typeof smoothedRules>> {}

/**
 * {@link crossEntropy} of a linear map, for classes without ever holding all logits: inputs (N, in) or (in), weights (C, …, in), bias (C, …), and targets as those of
 * crossEntropy for logits (N, C, …).
 *
 * @throws ShapeError, DTypeError, IndexError as {@link crossEntropy}.
 * @example linearCrossEntropy(tensor([[1, 2]]), tensor([[1, 0], [0, 1]]), tensor([1], { dtype: "int32" })) // tensor(0.3133)
 */
export function linearCrossEntropy(
  input: Tensor,
  linearWeight: Tensor,
  target: Tensor,
  options?: LinearCrossEntropyOptions,
): Tensor {
  return linearEntropy([input, linearWeight, target, options]);
}

const construct = /* @__PURE__ */ c.signature(
  "LinearCrossEntropyLoss",
  { inFeatures: count(), numClasses: c.required(c.size()) },
  {
    /** Further dims of the logits, (N, C, …outFeatures). Default none. */
    outFeatures: { ...c.listOf(c.size()), default: [] as readonly number[] },
    /** Whether a learned bias is added. Default false. */
    bias: c.flag(false),
    ...smoothedRules(),
  },
  { example: "new LinearCrossEntropyLoss(64, 1000)" },
);

/** Options of {@link LinearCrossEntropyLoss}. */
export interface LinearCrossEntropyLossOptions
  extends LossOptions,
    c.OptionsOf<typeof construct, ReturnType<typeof smoothedRules>> {}

/**
 * {@link linearCrossEntropy} with its own parameters: the last layer of a classifier combined with its loss.
 *
 * @example new LinearCrossEntropyLoss(3, 2).forward(randn([4, 3]), zeros([4], { dtype: "int32" })).shape // []
 */
export class LinearCrossEntropyLoss extends Module {
  /** The linear map, (inFeatures) → (numClasses · …outFeatures). */
  readonly linear: Linear;
  /** The options of the loss, with their defaults. */
  readonly options: c.Settings<ReturnType<typeof smoothedRules>>;
  readonly #shape: readonly number[];

  constructor(inFeatures: number, numClasses: number, options?: LinearCrossEntropyLossOptions) {
    const {
      inFeatures: _in,
      numClasses: _classes,
      outFeatures,
      bias,
      ...terms
    } = construct([inFeatures, numClasses, options]);
    const settings = linearEntropy.settings(terms);
    super();
    this.#shape = [numClasses, ...outFeatures];
    this.linear = new Linear(
      inFeatures,
      this.#shape.reduce((a, b) => a * b),
      { bias },
    );
    this.options = settings;
  }

  /** @throws ShapeError, DTypeError, IndexError as {@link crossEntropy}. */
  override forward(input: Tensor, target: Tensor): Tensor {
    const { weight, bias, inFeatures } = this.linear;
    const linearWeight = weight.reshape([...this.#shape, inFeatures]);
    const linearBias = bias ? bias.reshape(this.#shape) : null;
    return linearEntropy.of([input, linearWeight, target], { ...this.options, linearBias });
  }

  protected override describeOptions(): string {
    return showSettings({ shape: this.#shape, reduction: this.options.reduction });
  }
}
