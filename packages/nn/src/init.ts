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
import { formatShape } from "@saccade/tensor/backend";
import { assign, Parameter } from "./parameter.ts";

/** Where random values come from: the default generator unless another is given. */
export interface InitOptions {
  readonly generator?: Generator;
}

export interface XavierOptions extends InitOptions {
  /** A factor on the spread; see {@link calculateGain}. Default 1. */
  readonly gain?: number;
}

/** What follows the layer, for the factor that keeps variances alike. */
export type Nonlinearity = "linear" | "sigmoid" | "tanh" | "relu" | "leakyRelu" | "selu";

export interface KaimingOptions extends InitOptions {
  /** The negative slope of the leaky ReLU that follows. Default 0. */
  readonly a?: number;
  /** Which variance to keep: the forward pass's ("fanIn", the default) or the backward pass's. */
  readonly mode?: "fanIn" | "fanOut";
  /** Default "leakyRelu". */
  readonly nonlinearity?: Nonlinearity;
}

/** PyTorch's recommended factor for the nonlinearity that follows a layer. */
export function calculateGain(nonlinearity: Nonlinearity, a: number = 0.01): number {
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
 * How many inputs feed one output, and how many outputs one input feeds: for a weight (out, in, …kernel).
 *
 * @throws ShapeError for fewer than two dims.
 */
export function calculateFans(weight: Tensor): { fanIn: number; fanOut: number } {
  if (weight.ndim < 2) {
    throw new ShapeError(
      `init: a weight of ${formatShape(weight.shape)} has no fan-in and fan-out; that takes two dims (out, in). ` +
        "Use init.uniform, init.normal or init.zeros for vectors.",
    );
  }
  const kernel = weight.shape.slice(2).reduce((product, size) => product * size, 1);
  return { fanIn: weight.size(1) * kernel, fanOut: weight.size(0) * kernel };
}

/** U(−a, a), a = gain √(6 / (fanIn + fanOut)), written into the parameter (Glorot & Bengio 2010). */
export function xavierUniform(parameter: Parameter, { gain = 1, ...options }: XavierOptions = {}): Parameter {
  const { fanIn, fanOut } = calculateFans(parameter);
  const bound = gain * Math.sqrt(6 / (fanIn + fanOut));
  return uniform(parameter, -bound, bound, options);
}

/** N(0, gain² · 2 / (fanIn + fanOut)), written into the parameter (Glorot & Bengio 2010). */
export function xavierNormal(parameter: Parameter, { gain = 1, ...options }: XavierOptions = {}): Parameter {
  const { fanIn, fanOut } = calculateFans(parameter);
  return normal(parameter, 0, gain * Math.sqrt(2 / (fanIn + fanOut)), options);
}

/** U(−b, b), b = gain √(3 / fan), written into the parameter (He et al. 2015). */
export function kaimingUniform(parameter: Parameter, options: KaimingOptions = {}): Parameter {
  const bound = Math.sqrt(3) * kaimingStd(parameter, options);
  return uniform(parameter, -bound, bound, options);
}

/** N(0, gain² / fan), written into the parameter (He et al. 2015). */
export function kaimingNormal(parameter: Parameter, options: KaimingOptions = {}): Parameter {
  return normal(parameter, 0, kaimingStd(parameter, options), options);
}

function kaimingStd(
  parameter: Parameter,
  { a = 0, mode = "fanIn", nonlinearity = "leakyRelu" }: KaimingOptions,
): number {
  return calculateGain(nonlinearity, a) / Math.sqrt(calculateFans(parameter)[mode]);
}

/** U(low, high), written into the parameter. */
export function uniform(
  parameter: Parameter,
  low: number = 0,
  high: number = 1,
  options: InitOptions = {},
): Parameter {
  return write("uniform", parameter, () =>
    drawUniform(low, high, parameter.shape, drawOptions(parameter, options)),
  );
}

/** N(mean, std²), written into the parameter. */
export function normal(
  parameter: Parameter,
  mean: number = 0,
  std: number = 1,
  options: InitOptions = {},
): Parameter {
  return write("normal", parameter, () =>
    drawNormal(mean, std, parameter.shape, drawOptions(parameter, options)),
  );
}

/**
 * gain times a matrix with orthonormal rows or columns, whichever are fewer, of the weight flattened to
 * (out, rest), written into the parameter (Saxe, McClelland & Ganguli 2013).
 */
export function orthogonal(parameter: Parameter, { gain = 1, ...options }: XavierOptions = {}): Parameter {
  calculateFans(parameter);
  const rows = parameter.size(0);
  const columns = parameter.numel / rows;
  const vectors = orthonormalVectors(Math.min(rows, columns), Math.max(rows, columns), options);
  const data = Float64Array.from({ length: rows * columns }, (_, i) => {
    const [row, column] = [Math.floor(i / columns), i % columns];
    return gain * (rows <= columns ? vectors[row]![column]! : vectors[column]![row]!);
  });
  return write("orthogonal", parameter, () =>
    fromData(data, parameter.shape, { backend: referenceBackend() }),
  );
}

// Gram-Schmidt on normal vectors, twice over, so that rounding leaves nothing of the earlier ones.
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

/** One value everywhere. */
export function constant(parameter: Parameter, value: number): Parameter {
  const { shape, dtype, backend } = parameter;
  return write("constant", parameter, () => full(shape, value, { dtype, backend }));
}

/** Zero everywhere. */
export function zeros(parameter: Parameter): Parameter {
  return constant(parameter, 0);
}

/** One everywhere. */
export function ones(parameter: Parameter): Parameter {
  return constant(parameter, 1);
}

function drawOptions(
  { dtype, backend }: Tensor,
  { generator }: InitOptions,
): { dtype: Tensor["dtype"]; backend: Tensor["backend"]; generator?: Generator } {
  return { dtype, backend, ...(generator && { generator }) };
}

function write(what: string, parameter: Parameter, make: () => Tensor): Parameter {
  if (!(parameter instanceof Parameter)) {
    throw new TypeError(
      `init.${what}: only a Parameter can be written; other tensors never change their values.`,
    );
  }
  scope(() => assign(parameter, make()));
  return parameter;
}
