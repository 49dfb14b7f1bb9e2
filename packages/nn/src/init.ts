// Initial values of parameters, under PyTorch's names: init.xavierUniform(layer.weight).
import {
  normal as drawNormal,
  uniform as drawUniform,
  fromData,
  full,
  type Generator,
  referenceBackend,
  ShapeError,
  scope,
  type Tensor,
} from "@saccade/tensor";
import {
  badArgument,
  checkChoice,
  checkNumber,
  checkOptions,
  checkRange,
  checkTensor,
  formatShape,
  type OptionNames,
  optionNames,
} from "@saccade/tensor/backend";
import { checkGenerator } from "./checks.ts";
import { assign, Parameter } from "./parameter.ts";

/** The generator of random values. Default: the default generator. */
export interface InitOptions {
  readonly generator?: Generator;
}

/** Options of `xavierUniform`, `xavierNormal` and `orthogonal`. */
export interface XavierOptions extends InitOptions {
  /** A factor on the spread; see {@link calculateGain}. Default 1. */
  readonly gain?: number;
}

/** The nonlinearity after the layer, which determines the gain. */
export type Nonlinearity = "linear" | "sigmoid" | "tanh" | "relu" | "leakyRelu" | "selu";

/** Options of `kaimingUniform` and `kaimingNormal`. */
export interface KaimingOptions extends InitOptions {
  /** The negative slope of the leaky ReLU that follows. Default 0. */
  readonly a?: number;
  /** Which variance to preserve: the forward pass's ("fanIn", the default) or the backward pass's. */
  readonly mode?: "fanIn" | "fanOut";
  /** Default "leakyRelu". */
  readonly nonlinearity?: Nonlinearity;
}

const nonlinearities = ["linear", "sigmoid", "tanh", "relu", "leakyRelu", "selu"] as const;

// Of every init function: `init.uniform` takes only a generator, `init.xavierUniform` a gain too.
function drawNames(name: string, example: string): OptionNames {
  return optionNames<InitOptions>(`init.${name}`, { generator: true }, example);
}

function gainNames(name: string): OptionNames {
  const example = `init.${name}(weight, { gain: 2 })`;
  return optionNames<XavierOptions>(`init.${name}`, { gain: true, generator: true }, example);
}

function kaimingNames(name: string): OptionNames {
  return optionNames<KaimingOptions>(
    `init.${name}`,
    { a: true, mode: true, nonlinearity: true, generator: true },
    `init.${name}(weight, { nonlinearity: "relu" })`,
  );
}

const uniformNames = drawNames("uniform", "init.uniform(weight, -0.1, 0.1, { generator })");
const normalNames = drawNames("normal", "init.normal(weight, 0, 0.02, { generator })");
const xavierUniformNames = gainNames("xavierUniform");
const xavierNormalNames = gainNames("xavierNormal");
const orthogonalNames = gainNames("orthogonal");
const kaimingUniformNames = kaimingNames("kaimingUniform");
const kaimingNormalNames = kaimingNames("kaimingNormal");

/**
 * PyTorch's recommended factor for the nonlinearity that follows a layer.
 *
 * @param a the negative slope, for "leakyRelu" only. Default 0.01.
 * @throws ArgumentError for an unknown nonlinearity, or a slope that is not a number.
 * @example calculateGain("tanh"); // 5 / 3
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
 * @example calculateFans(new Linear(3, 2).weight); // { fanIn: 3, fanOut: 2 }
 */
export function calculateFans(weight: Tensor): { fanIn: number; fanOut: number } {
  checkTensor("init.calculateFans", "weight", weight);
  if (weight.ndim < 2) {
    throw new ShapeError(
      `init: a weight of ${formatShape(weight.shape)} has no fan-in and fan-out; that takes two dims (out, in). ` +
        "Use init.uniform, init.normal or init.zeros for vectors.",
    );
  }
  const kernel = weight.shape.slice(2).reduce((product, size) => product * size, 1);
  return { fanIn: weight.size(1) * kernel, fanOut: weight.size(0) * kernel };
}

/**
 * U(−a, a), a = gain √(6 / (fanIn + fanOut)), written into the parameter (Glorot & Bengio 2010).
 *
 * @throws ArgumentError for what is not a Parameter or an unknown option, ShapeError for fewer than two dims.
 * @example init.xavierUniform(layer.weight, { gain: init.calculateGain("tanh") });
 */
export function xavierUniform(parameter: Parameter, options: XavierOptions = {}): Parameter {
  const { gain, draw } = gainOf(xavierUniformNames, parameter, options);
  const { fanIn, fanOut } = calculateFans(parameter);
  const bound = gain * Math.sqrt(6 / (fanIn + fanOut));
  return uniform(parameter, -bound, bound, draw);
}

/**
 * N(0, gain² · 2 / (fanIn + fanOut)), written into the parameter (Glorot & Bengio 2010).
 *
 * @throws ArgumentError for what is not a Parameter or an unknown option, ShapeError for fewer than two dims.
 * @example init.xavierNormal(layer.weight);
 */
export function xavierNormal(parameter: Parameter, options: XavierOptions = {}): Parameter {
  const { gain, draw } = gainOf(xavierNormalNames, parameter, options);
  const { fanIn, fanOut } = calculateFans(parameter);
  return normal(parameter, 0, gain * Math.sqrt(2 / (fanIn + fanOut)), draw);
}

/**
 * U(−b, b), b = gain √(3 / fan), written into the parameter (He et al. 2015).
 *
 * @throws ArgumentError for what is not a Parameter or an unknown option, ShapeError for fewer than two dims.
 * @example init.kaimingUniform(layer.weight, { nonlinearity: "relu" });
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
 * @example init.kaimingNormal(layer.weight, { mode: "fanOut", nonlinearity: "relu" });
 */
export function kaimingNormal(parameter: Parameter, options: KaimingOptions = {}): Parameter {
  const { std, draw } = kaiming(kaimingNormalNames, parameter, options);
  return normal(parameter, 0, std, draw);
}

function gainOf(
  names: OptionNames,
  parameter: Parameter,
  options: XavierOptions,
): { readonly gain: number; readonly draw: InitOptions } {
  checkParameter(names.what, parameter);
  checkOptions(names, options);
  const { gain = 1, generator } = options;
  checkRange(names.what, "gain", gain, -Number.MAX_VALUE, Number.MAX_VALUE);
  checkGenerator(names.what, generator);
  return { gain, draw: generator ? { generator } : {} };
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
  const std = calculateGain(nonlinearity, a) / Math.sqrt(calculateFans(parameter)[mode]);
  return { std, draw: generator ? { generator } : {} };
}

/**
 * U(low, high), written into the parameter. Default U(0, 1).
 *
 * @throws ArgumentError for what is not a Parameter, bounds that are not finite or in order, or an unknown option.
 * @example init.uniform(layer.weight, -0.1, 0.1);
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
 * @example init.normal(layer.weight, 0, 0.02);
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
 * gain times a matrix with orthonormal rows or columns, whichever are fewer, of the weight flattened to
 * (out, rest), written into the parameter (Saxe, McClelland & Ganguli 2013).
 *
 * @throws ArgumentError for what is not a Parameter or an unknown option, ShapeError for fewer than two dims.
 * @example init.orthogonal(cell.weight_hh);
 */
export function orthogonal(parameter: Parameter, options: XavierOptions = {}): Parameter {
  const { gain, draw } = gainOf(orthogonalNames, parameter, options);
  calculateFans(parameter);
  const rows = parameter.size(0);
  const columns = parameter.numel / rows;
  const vectors = orthonormalVectors(Math.min(rows, columns), Math.max(rows, columns), draw);
  const data = Float64Array.from({ length: rows * columns }, (_, i) => {
    const [row, column] = [Math.floor(i / columns), i % columns];
    return gain * (rows <= columns ? vectors[row]![column]! : vectors[column]![row]!);
  });
  return write(parameter, () => fromData(data, parameter.shape, { backend: referenceBackend() }));
}

// Gram-Schmidt on normal vectors, done twice to remove rounding errors.
function orthonormalVectors(count: number, length: number, options: InitOptions): Float64Array[] {
  const drawn = scope(() =>
    drawNormal(0, 1, [count, length], { ...options, backend: referenceBackend() }).dataSync(),
  );
  const found: Float64Array[] = [];
  for (let k = 0; k < count; k++) {
    const v = Float64Array.from(drawn.subarray(k * length, (k + 1) * length));
    for (const earlier of [...found, ...found]) {
      const along = dot(v, earlier);
      for (let i = 0; i < length; i++) v[i] = v[i]! - along * earlier[i]!;
    }
    const norm = Math.sqrt(dot(v, v));
    found.push(v.map((x) => x / norm));
  }
  return found;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

/**
 * Fills the parameter with one value.
 *
 * @throws ArgumentError for what is not a Parameter, or a value that is not a number.
 * @example init.constant(layer.bias, 0.1);
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
 * @example init.zeros(layer.bias);
 */
export function zeros(parameter: Parameter): Parameter {
  checkParameter("init.zeros", parameter);
  return constant(parameter, 0);
}

/**
 * Fills the parameter with ones.
 *
 * @throws ArgumentError for what is not a Parameter.
 * @example init.ones(norm.weight);
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

function checkParameter(what: string, parameter: unknown): void {
  if (parameter instanceof Parameter) return;
  const fix = "other tensors never change their values";
  throw badArgument(what, "parameter", "a Parameter", parameter, fix);
}

function write(parameter: Parameter, make: () => Tensor): Parameter {
  scope(() => assign(parameter, make()));
  return parameter;
}
