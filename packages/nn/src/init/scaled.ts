// Random values whose spread follows from a layer's sizes.
import { ShapeError, type Tensor } from "@saccade/tensor";
import { formatShape } from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";
import type { Parameter } from "../parameter.ts";
import { anyNumber, positive } from "../rules.ts";
import { drawCall, type InitOptions, writeNormal, writeUniform } from "./fill.ts";

/** The nonlinearity after the layer, which determines the gain. */
export type Nonlinearity = "linear" | "sigmoid" | "tanh" | "relu" | "leakyRelu" | "selu";

const nonlinearity = /* @__PURE__ */ c.oneOf(
  ["linear", "sigmoid", "tanh", "relu", "leakyRelu", "selu"],
  "leakyRelu",
);
const gainCall = /* @__PURE__ */ c.signature('init.calculateGain("tanh")', {
  nonlinearity: /* @__PURE__ */ c.required(nonlinearity),
  a: /* @__PURE__ */ anyNumber(0.01),
});
const fansCall = /* @__PURE__ */ c.signature("init.calculateFans(weight)", {
  weight: /* @__PURE__ */ c.required(/* @__PURE__ */ c.tensorRule()),
});

const spread = <G extends c.Rule<number, number>>(gain: G) => ({
  /** A factor on the spread; see {@link calculateGain}. Default 1. */
  gain,
});
const variance = {
  /** The negative slope of the leaky ReLU that follows. Default 0. */
  a: /* @__PURE__ */ c.number(0),
  /** Which variance to preserve: the forward pass's ("fanIn", the default) or the backward pass's. */
  mode: /* @__PURE__ */ c.oneOf(["fanIn", "fanOut"], "fanIn"),
  /** Default "leakyRelu". */
  nonlinearity,
};

/** The call of `xavierUniform`, `xavierNormal` and `orthogonal`. */
export const xavierCall = (name: string, gain: c.Rule<number, number> = positive(1)) =>
  drawCall(name, {}, spread(gain), "weight, { gain: 2 }");
const kaimingCall = (name: string) => drawCall(name, {}, variance, 'weight, { nonlinearity: "relu" }');
const xavierUniformCall = /* @__PURE__ */ xavierCall("xavierUniform");
const xavierNormalCall = /* @__PURE__ */ xavierCall("xavierNormal");
const kaimingUniformCall = /* @__PURE__ */ kaimingCall("kaimingUniform");
const kaimingNormalCall = /* @__PURE__ */ kaimingCall("kaimingNormal");

/** Options of `xavierUniform`, `xavierNormal` and `orthogonal`. */
export interface XavierOptions extends InitOptions, c.OptionsOf<typeof xavierUniformCall> {}

/** Options of `kaimingUniform` and `kaimingNormal`. */
export interface KaimingOptions extends InitOptions, c.OptionsOf<typeof kaimingUniformCall> {}

/**
 * PyTorch's recommended factor for the nonlinearity that follows a layer.
 *
 * @param a the negative slope, for "leakyRelu" only. Default 0.01.
 * @example init.calculateGain("tanh") // 1.6667
 */
export function calculateGain(nonlinearity: Nonlinearity, a: number = 0.01): number {
  gainCall([nonlinearity, a]);
  return gainOf(nonlinearity, a);
}

function gainOf(nonlinearity: Nonlinearity, a: number): number {
  const gains = { linear: 1, sigmoid: 1, tanh: 5 / 3, relu: Math.SQRT2, selu: 3 / 4 };
  return nonlinearity === "leakyRelu" ? Math.sqrt(2 / (1 + a * a)) : gains[nonlinearity];
}

/**
 * The fan-in (inputs per output) and fan-out (outputs per input) of a weight (out, in, …kernel).
 *
 * @throws ShapeError for fewer than two dims.
 * @example init.calculateFans(new Linear(3, 2).weight) // { fanIn: 3, fanOut: 2 }
 */
export function calculateFans(weight: Tensor): { fanIn: number; fanOut: number } {
  fansCall([weight]);
  return fansOf("init.calculateFans", weight);
}

/** {@link calculateFans}; errors name `what`. */
export function fansOf(what: string, weight: Tensor): { fanIn: number; fanOut: number } {
  if (weight.ndim < 2)
    throw new ShapeError(
      `${what}: a weight of ${formatShape(weight.shape)} has no fan-in and fan-out; that takes two dims (out, in). ` +
        "Use init.uniform, init.normal or init.zeros for vectors.",
    );
  const kernel = weight.shape.slice(2).reduce((product, size) => product * size, 1);
  return { fanIn: weight.size(1) * kernel, fanOut: weight.size(0) * kernel };
}

/**
 * U(−a, a), a = gain √(6 / (fanIn + fanOut)), written into the parameter (Glorot & Bengio 2010).
 *
 * @throws ShapeError for fewer than two dims.
 * @example init.xavierUniform(new Linear(3, 3).weight).abs().le(1).all() // tensor(True, dtype=bool)
 */
export function xavierUniform(parameter: Parameter, options?: XavierOptions): Parameter {
  const { gain, generator } = xavierUniformCall([parameter, options]);
  const { fanIn, fanOut } = fansOf("init.xavierUniform", parameter);
  const bound = gain * Math.sqrt(6 / (fanIn + fanOut));
  return writeUniform(parameter, -bound, bound, generator);
}

/**
 * N(0, gain² · 2 / (fanIn + fanOut)), written into the parameter (Glorot & Bengio 2010).
 *
 * @throws ShapeError for fewer than two dims.
 * @example init.xavierNormal(new Linear(100, 100).weight).std() // tensor(0.0991)
 */
export function xavierNormal(parameter: Parameter, options?: XavierOptions): Parameter {
  const { gain, generator } = xavierNormalCall([parameter, options]);
  const { fanIn, fanOut } = fansOf("init.xavierNormal", parameter);
  return writeNormal(parameter, 0, gain * Math.sqrt(2 / (fanIn + fanOut)), generator);
}

/**
 * U(−b, b), b = gain √(3 / fan), written into the parameter (He et al. 2015).
 *
 * @throws ShapeError for fewer than two dims.
 * @example init.kaimingUniform(new Linear(6, 3).weight, { nonlinearity: "relu" }).abs().le(1).all() // tensor(True, dtype=bool)
 */
export function kaimingUniform(parameter: Parameter, options?: KaimingOptions): Parameter {
  const call = kaimingUniformCall([parameter, options]);
  const bound = Math.sqrt(3) * heStd("init.kaimingUniform", call);
  return writeUniform(call.parameter, -bound, bound, call.generator);
}

/**
 * N(0, gain² / fan), written into the parameter (He et al. 2015).
 *
 * @throws ShapeError for fewer than two dims.
 * @example init.kaimingNormal(new Linear(200, 50).weight, { nonlinearity: "relu" }).std() // tensor(0.0991)
 */
export function kaimingNormal(parameter: Parameter, options?: KaimingOptions): Parameter {
  const call = kaimingNormalCall([parameter, options]);
  return writeNormal(call.parameter, 0, heStd("init.kaimingNormal", call), call.generator);
}

/** gain / √fan */
function heStd(
  what: string,
  { parameter, nonlinearity, a, mode }: ReturnType<typeof kaimingUniformCall>,
): number {
  return gainOf(nonlinearity, a) / Math.sqrt(fansOf(what, parameter)[mode]);
}
