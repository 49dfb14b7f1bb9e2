// How spread out the weights of a layer must be to keep variances alike.
import { ShapeError, type Tensor } from "@saccade/tensor";
import { checkChoice, checkNumber, checkTensor, formatShape } from "@saccade/tensor/backend";

/** The nonlinearity after the layer, which determines the gain. */
export type Nonlinearity = "linear" | "sigmoid" | "tanh" | "relu" | "leakyRelu" | "selu";

export const nonlinearities = ["linear", "sigmoid", "tanh", "relu", "leakyRelu", "selu"] as const;

/**
 * PyTorch's recommended factor for the nonlinearity that follows a layer.
 *
 * @param a the negative slope, for "leakyRelu" only. Default 0.01.
 * @throws ArgumentError for an unknown nonlinearity, or a slope that is not a number.
 * @example init.calculateGain("tanh") // 1.6667
 */
export function calculateGain(nonlinearity: Nonlinearity, a: number = 0.01): number {
  checkChoice("init.calculateGain", "nonlinearity", nonlinearity, nonlinearities);
  checkNumber("init.calculateGain", "a", a);
  switch (nonlinearity) {
    case "linear":
    case "sigmoid":
      return 1;
    case "tanh":
      return 5 / 3;
    case "relu":
      return Math.SQRT2;
    case "leakyRelu":
      return Math.sqrt(2 / (1 + a * a));
    case "selu":
      return 3 / 4;
  }
}

/**
 * The fan-in (inputs per output) and fan-out (outputs per input) of a weight (out, in, …kernel).
 *
 * @throws ArgumentError unless `weight` is a tensor, ShapeError for fewer than two dims.
 * @example init.calculateFans(new Linear(3, 2).weight) // { fanIn: 3, fanOut: 2 }
 */
export function calculateFans(weight: Tensor): { fanIn: number; fanOut: number } {
  return fansOf("init.calculateFans", weight);
}

/** {@link calculateFans}; errors name `what`. */
export function fansOf(what: string, weight: Tensor): { fanIn: number; fanOut: number } {
  checkTensor(what, "weight", weight);
  if (weight.ndim < 2) {
    throw new ShapeError(
      `${what}: a weight of ${formatShape(weight.shape)} has no fan-in and fan-out; that takes two dims (out, in). ` +
        "Use init.uniform, init.normal or init.zeros for vectors.",
    );
  }
  const kernel = weight.shape.slice(2).reduce((product, size) => product * size, 1);
  return { fanIn: weight.size(1) * kernel, fanOut: weight.size(0) * kernel };
}
