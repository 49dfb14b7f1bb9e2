import { ArgumentError, DTypeError, mean, ShapeError, type Tensor } from "@saccade/tensor";
import {
  badArgument,
  checkChoice,
  checkElements,
  checkOptions,
  checkTensor,
  formatShape,
  isFloat,
  type OptionNames,
  sameShape,
} from "@saccade/tensor/backend";

/** The result of a loss: the mean of the elements' losses, their sum, or all of them. */
export type Reduction = "mean" | "sum" | "none";

/** Options of every loss. */
export interface LossOptions {
  /** Default "mean". */
  readonly reduction?: Reduction;
}

const reductions = ["mean", "sum", "none"] as const;

/** PyTorch's deprecated loss options, each with its replacement. */
export const renamed: Readonly<Record<string, string>> = {
  sizeAverage: 'write reduction: "mean" or "sum"',
  size_average: 'write reduction: "mean" or "sum"',
  reduce: 'write reduction: "none" for reduce: false',
};

/** @throws ArgumentError for an unknown option or reduction. */
export function checkLossOptions(names: OptionNames, options: LossOptions): void {
  checkOptions(names, options);
  if (options.reduction !== undefined) checkChoice(names.what, "reduction", options.reduction, reductions);
}

/** @throws ArgumentError for arguments that are not tensors; DTypeError unless the input is a float tensor. */
export function checkLossInputs(loss: string, input: Tensor, target: Tensor): void {
  checkTensor(loss, "input", input);
  checkTensor(loss, "target", target);
  if (!isFloat(input.dtype))
    throw new DTypeError(
      `${loss}: input is ${input.describe()}, expected floats; convert with to("float32").`,
    );
}

/**
 * Checks the weights of a loss, where the host can read them.
 *
 * @throws ArgumentError unless `weights` is a tensor of finite numbers ≥ 0, not all of them 0.
 */
export function checkWeights(loss: string, name: string, weights: unknown): void {
  checkTensor(loss, name, weights);
  checkElements(loss, weights, (elements) => {
    let largest = 0;
    for (const element of elements) {
      if (!(element >= 0 && element < Number.POSITIVE_INFINITY))
        throw badArgument(loss, name, "finite numbers ≥ 0", element);
      if (element > largest) largest = element;
    }
    if (largest === 0 && elements.length > 0)
      throw new ArgumentError(`${loss}: every ${name} is 0, so that the loss would train nothing.`);
  });
}

export function reduce(losses: Tensor, reduction: Reduction): Tensor {
  if (reduction === "none") return losses;
  return reduction === "sum" ? losses.sum() : mean(losses);
}

/** @throws ShapeError unless the shapes are equal: broadcasting a loss is nearly always a mistake. */
export function checkSameShape(loss: string, input: Tensor, target: Tensor): void {
  if (sameShape(input.shape, target.shape)) return;
  throw new ShapeError(
    `${loss}: input ${formatShape(input.shape)} and target ${formatShape(target.shape)} differ; ` +
      "reshape one of them, so that each element has its target.",
  );
}
