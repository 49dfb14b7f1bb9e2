// Values that do not depend on a layer's sizes.
import { uniform as drawUniform, full, type Generator, randn, scope, type Tensor } from "@saccade/tensor";
import { checkRange } from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";
import { assign, Parameter } from "../parameter.ts";
import { anyNumber, generatorRule, positive } from "../rules.ts";
import { isSkippingInit } from "../skip-init.ts";

/** The parameter that is written. */
export const parameterRule: c.RequiredRule<Parameter> = /* @__PURE__ */ c.required(
  /* @__PURE__ */ c.withFix(
    /* @__PURE__ */ c.instanceOf("a Parameter", Parameter),
    "other tensors never change their values",
  ),
);

/** The call of a function that draws values: the parameter, more arguments, and options with a generator. */
export const drawCall = <P extends c.Rules, R extends c.Rules>(
  name: string,
  more: P,
  rules: R,
  example: string,
) =>
  c.signature(
    `init.${name}`,
    { parameter: parameterRule, ...more },
    {
      ...rules,
      /** The generator of random values. Default: the default generator. */
      generator: generatorRule(),
    },
    { example: `init.${name}(${example})` },
  );
const fillCall = <R extends c.Rules>(name: string, rules: R) =>
  c.signature(`init.${name}(bias)`, { parameter: parameterRule, ...rules });
const uniformCall = /* @__PURE__ */ drawCall(
  "uniform",
  {
    low: /* @__PURE__ */ c.required(/* @__PURE__ */ c.number()),
    high: /* @__PURE__ */ c.required(/* @__PURE__ */ c.number()),
  },
  {},
  "weight, -0.1, 0.1",
);
const normalCall = /* @__PURE__ */ drawCall(
  "normal",
  {
    mean: /* @__PURE__ */ c.required(/* @__PURE__ */ c.number()),
    std: /* @__PURE__ */ c.required(/* @__PURE__ */ positive(1)),
  },
  {},
  "weight, 0, 0.02",
);
const constantCall = /* @__PURE__ */ fillCall("constant", {
  value: /* @__PURE__ */ c.required(/* @__PURE__ */ anyNumber(0)),
});
const zerosCall = /* @__PURE__ */ fillCall("zeros", {});
const onesCall = /* @__PURE__ */ fillCall("ones", {});

/** Options of `uniform` and `normal`. */
export interface InitOptions extends c.OptionsOf<typeof uniformCall> {}

/**
 * U(low, high), written into the parameter. Default U(0, 1).
 *
 * @example init.uniform(new Linear(3, 2).weight, -0.1, 0.1).abs().le(0.1).all() // tensor(True, dtype=bool)
 */
export function uniform(
  parameter: Parameter,
  low: number = 0,
  high: number = 1,
  options?: InitOptions,
): Parameter {
  const { generator } = uniformCall([parameter, low, high, options]);
  checkRange("init.uniform", "high", high, low, Number.MAX_VALUE);
  return writeUniform(parameter, low, high, generator);
}

/**
 * N(mean, std²), written into the parameter. Default N(0, 1).
 *
 * @example init.normal(new Linear(100, 100).weight, 0, 0.02).std() // tensor(0.0198)
 */
export function normal(
  parameter: Parameter,
  mean: number = 0,
  std: number = 1,
  options?: InitOptions,
): Parameter {
  const { generator } = normalCall([parameter, mean, std, options]);
  return writeNormal(parameter, mean, std, generator);
}

/**
 * Fills the parameter with one value.
 *
 * @example init.constant(new Linear(3, 2).bias, 0.1) // tensor([0.1000, 0.1000])
 */
export function constant(parameter: Parameter, value: number): Parameter {
  constantCall([parameter, value]);
  return fill(parameter, value);
}

/**
 * Fills the parameter with zeros.
 *
 * @example init.zeros(new Linear(3, 2).bias) // tensor([0, 0])
 */
export function zeros(parameter: Parameter): Parameter {
  zerosCall([parameter]);
  return fill(parameter, 0);
}

/**
 * Fills the parameter with ones.
 *
 * @example init.ones(new LayerNorm(2).weight) // tensor([1, 1])
 */
export function ones(parameter: Parameter): Parameter {
  onesCall([parameter]);
  return fill(parameter, 1);
}

function fill(parameter: Parameter, value: number): Parameter {
  const { shape, dtype, backend } = parameter;
  return write(parameter, () => full(shape, value, { dtype, backend }));
}

/** {@link uniform} without checks. */
export function writeUniform(parameter: Parameter, low: number, high: number, by?: Generator): Parameter {
  return write(parameter, () => drawUniform(low, high, parameter.shape, drawOptions(parameter, by)));
}

/** {@link normal} without checks. */
export function writeNormal(parameter: Parameter, mean: number, std: number, by?: Generator): Parameter {
  // The numbers of normal(mean, std, shape), which takes tensors too, and so is larger in a bundle.
  return write(parameter, () => randn(parameter.shape, drawOptions(parameter, by)).mul(std).add(mean));
}

function drawOptions({ dtype, backend }: Tensor, generator: Generator | undefined) {
  return { dtype, backend, ...(generator && { generator }) };
}

/** Gives a parameter the value that `make` makes, except in `skipInit`. */
export function write(parameter: Parameter, make: () => Tensor): Parameter {
  if (!isSkippingInit()) scope(() => assign(parameter, make()));
  return parameter;
}
