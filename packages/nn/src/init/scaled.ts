// Random values whose spread follows from a layer's sizes.
import {
  checkChoice,
  checkOptions,
  checkRange,
  type OptionNames,
  optionNames,
} from "@saccade/tensor/backend";
import { checkGenerator } from "../checks.ts";
import type { Parameter } from "../parameter.ts";
import { calculateGain, fansOf, type Nonlinearity, nonlinearities } from "./fans.ts";
import { checkParameter, type InitOptions, normal, uniform } from "./fill.ts";
import { gainNames, gainOf, type XavierOptions } from "./gain.ts";

/** Options of `kaimingUniform` and `kaimingNormal`. */
export interface KaimingOptions extends InitOptions {
  /** The negative slope of the leaky ReLU that follows. Default 0. */
  readonly a?: number;
  /** Which variance to preserve: the forward pass's ("fanIn", the default) or the backward pass's. */
  readonly mode?: "fanIn" | "fanOut";
  /** Default "leakyRelu". */
  readonly nonlinearity?: Nonlinearity;
}

function kaimingNames(name: string): OptionNames {
  return optionNames<KaimingOptions>(
    `init.${name}`,
    { a: true, mode: true, nonlinearity: true, generator: true },
    `init.${name}(weight, { nonlinearity: "relu" })`,
  );
}

const xavierUniformNames = gainNames("xavierUniform");
const xavierNormalNames = gainNames("xavierNormal");
const kaimingUniformNames = kaimingNames("kaimingUniform");
const kaimingNormalNames = kaimingNames("kaimingNormal");

/**
 * U(−a, a), a = gain √(6 / (fanIn + fanOut)), written into the parameter (Glorot & Bengio 2010).
 *
 * @throws ArgumentError for what is not a Parameter or an unknown option, ShapeError for fewer than two dims.
 * @example init.xavierUniform(new Linear(3, 3).weight).abs().le(1).all() // tensor(True, dtype=bool)
 */
export function xavierUniform(parameter: Parameter, options: XavierOptions = {}): Parameter {
  const { gain, draw } = gainOf(xavierUniformNames, parameter, options);
  const { fanIn, fanOut } = fansOf("init.xavierUniform", parameter);
  const bound = gain * Math.sqrt(6 / (fanIn + fanOut));
  return uniform(parameter, -bound, bound, draw);
}

/**
 * N(0, gain² · 2 / (fanIn + fanOut)), written into the parameter (Glorot & Bengio 2010).
 *
 * @throws ArgumentError for what is not a Parameter or an unknown option, ShapeError for fewer than two dims.
 * @example init.xavierNormal(new Linear(100, 100).weight).std() // tensor(0.0991)
 */
export function xavierNormal(parameter: Parameter, options: XavierOptions = {}): Parameter {
  const { gain, draw } = gainOf(xavierNormalNames, parameter, options);
  const { fanIn, fanOut } = fansOf("init.xavierNormal", parameter);
  return normal(parameter, 0, gain * Math.sqrt(2 / (fanIn + fanOut)), draw);
}

/**
 * U(−b, b), b = gain √(3 / fan), written into the parameter (He et al. 2015).
 *
 * @throws ArgumentError for what is not a Parameter or an unknown option, ShapeError for fewer than two dims.
 * @example init.kaimingUniform(new Linear(6, 3).weight, { nonlinearity: "relu" }).abs().le(1).all() // tensor(True, dtype=bool)
 */
export function kaimingUniform(parameter: Parameter, options: KaimingOptions = {}): Parameter {
  const { std, draw } = kaiming(kaimingUniformNames, parameter, options);
  const bound = Math.sqrt(3) * std;
  return uniform(parameter, -bound, bound, draw);
}

/**
 * N(0, gain² / fan), written into the parameter (He et al. 2015).
 *
 * @throws ArgumentError for what is not a Parameter or an unknown option, ShapeError for fewer than two dims.
 * @example init.kaimingNormal(new Linear(200, 50).weight, { nonlinearity: "relu" }).std() // tensor(0.0991)
 */
export function kaimingNormal(parameter: Parameter, options: KaimingOptions = {}): Parameter {
  const { std, draw } = kaiming(kaimingNormalNames, parameter, options);
  return normal(parameter, 0, std, draw);
}

function kaiming(
  names: OptionNames,
  parameter: Parameter,
  options: KaimingOptions,
): { readonly std: number; readonly draw: InitOptions } {
  checkParameter(names.what, parameter);
  checkOptions(names, options);
  const { a = 0, mode = "fanIn", nonlinearity = "leakyRelu", generator } = options;
  checkRange(names.what, "a", a, -Number.MAX_VALUE, Number.MAX_VALUE);
  checkChoice(names.what, "mode", mode, ["fanIn", "fanOut"]);
  checkChoice(names.what, "nonlinearity", nonlinearity, nonlinearities);
  checkGenerator(names.what, generator);
  const std = calculateGain(nonlinearity, a) / Math.sqrt(fansOf(names.what, parameter)[mode]);
  return { std, draw: generator ? { generator } : {} };
}
