// Values that do not depend on a layer's sizes.
import {
  normal as drawNormal,
  uniform as drawUniform,
  full,
  type Generator,
  scope,
  type Tensor,
} from "@saccade/tensor";
import {
  badArgument,
  checkNumber,
  checkOptions,
  checkRange,
  type OptionNames,
  optionNames,
} from "@saccade/tensor/backend";
import { checkGenerator } from "../checks.ts";
import { assign, Parameter } from "../parameter.ts";
import { isSkippingInit } from "../skip-init.ts";

/** The generator of random values. Default: the default generator. */
export interface InitOptions {
  readonly generator?: Generator;
}

function drawNames(name: string, example: string): OptionNames {
  return optionNames<InitOptions>(`init.${name}`, { generator: true }, example);
}

const uniformNames = drawNames("uniform", "init.uniform(weight, -0.1, 0.1, { generator })");
const normalNames = drawNames("normal", "init.normal(weight, 0, 0.02, { generator })");

/**
 * U(low, high), written into the parameter. Default U(0, 1).
 *
 * @throws ArgumentError for what is not a Parameter, bounds that are not finite or in order, or an unknown option.
 * @example init.uniform(new Linear(3, 2).weight, -0.1, 0.1).abs().le(0.1).all() // tensor(True, dtype=bool)
 */
export function uniform(
  parameter: Parameter,
  low: number = 0,
  high: number = 1,
  options: InitOptions = {},
): Parameter {
  checkParameter("init.uniform", parameter);
  checkRange("init.uniform", "low", low, -Number.MAX_VALUE, Number.MAX_VALUE);
  checkRange("init.uniform", "high", high, low, Number.MAX_VALUE);
  checkOptions(uniformNames, options);
  checkGenerator("init.uniform", options.generator);
  return write(parameter, () => drawUniform(low, high, parameter.shape, drawOptions(parameter, options)));
}

/**
 * N(mean, std²), written into the parameter. Default N(0, 1).
 *
 * @throws ArgumentError for what is not a Parameter, a mean that is not finite, a negative std, or an unknown option.
 * @example init.normal(new Linear(100, 100).weight, 0, 0.02).std() // tensor(0.0198)
 */
export function normal(
  parameter: Parameter,
  mean: number = 0,
  std: number = 1,
  options: InitOptions = {},
): Parameter {
  checkParameter("init.normal", parameter);
  checkRange("init.normal", "mean", mean, -Number.MAX_VALUE, Number.MAX_VALUE);
  checkRange("init.normal", "std", std, 0, Number.MAX_VALUE);
  checkOptions(normalNames, options);
  checkGenerator("init.normal", options.generator);
  return write(parameter, () => drawNormal(mean, std, parameter.shape, drawOptions(parameter, options)));
}

/**
 * Fills the parameter with one value.
 *
 * @throws ArgumentError for what is not a Parameter, or a value that is not a number.
 * @example init.constant(new Linear(3, 2).bias, 0.1) // tensor([0.1000, 0.1000])
 */
export function constant(parameter: Parameter, value: number): Parameter {
  checkParameter("init.constant", parameter);
  checkNumber("init.constant", "value", value);
  const { shape, dtype, backend } = parameter;
  return write(parameter, () => full(shape, value, { dtype, backend }));
}

/**
 * Fills the parameter with zeros.
 *
 * @throws ArgumentError for what is not a Parameter.
 * @example init.zeros(new Linear(3, 2).bias) // tensor([0, 0])
 */
export function zeros(parameter: Parameter): Parameter {
  checkParameter("init.zeros", parameter);
  return constant(parameter, 0);
}

/**
 * Fills the parameter with ones.
 *
 * @throws ArgumentError for what is not a Parameter.
 * @example init.ones(new LayerNorm(2).weight) // tensor([1, 1])
 */
export function ones(parameter: Parameter): Parameter {
  checkParameter("init.ones", parameter);
  return constant(parameter, 1);
}

function drawOptions(
  { dtype, backend }: Tensor,
  { generator }: InitOptions,
): { dtype: Tensor["dtype"]; backend: Tensor["backend"]; generator?: Generator } {
  return { dtype, backend, ...(generator && { generator }) };
}

/** @throws ArgumentError unless `parameter` is a Parameter. */
export function checkParameter(what: string, parameter: unknown): void {
  if (parameter instanceof Parameter) return;
  const fix = "other tensors never change their values";
  throw badArgument(what, "parameter", "a Parameter", parameter, fix);
}

/** Gives a parameter the value that `make` makes, except in `skipInit`. */
export function write(parameter: Parameter, make: () => Tensor): Parameter {
  if (!isSkippingInit()) scope(() => assign(parameter, make()));
  return parameter;
}
