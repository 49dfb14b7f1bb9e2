import * as c from "@saccade/contract";
import { fresh } from "../../apply/capture/words.ts";
import {
  apply,
  broadcastShapes,
  checkInputs,
  checkTensor,
  copyShape,
  type DType,
  type HostArray,
  hostData,
  type Meta,
  newTensorCall,
  numelOf,
  type Op,
  refuseElements,
  type Shape,
  tensorOptionsRenamed,
  tensorRules,
} from "../../kit.ts";
import { Tensor } from "../../tensor.ts";
import { cast } from "../elementwise/cast.ts";
import { operands } from "../elementwise/map.ts";
import { requireFloat } from "../reduce/dims.ts";
import { defaultGenerator, generatorRule, type RandomState, seedRenamed } from "./generator.ts";
import { fraction, normalFromWords, threefry2x32 } from "./normal.ts";

interface RandomAttrs {
  readonly shape: Shape;
  readonly dtype: DType;
  readonly state: RandomState;
}

/** A counter-based op without inputs, so that backends generate the numbers in their own memory. */
type RandomOp = Op<readonly [], readonly [Tensor], RandomAttrs>;

/* @__NO_SIDE_EFFECTS__ */
function randomOp(name: string, fromWords: (word0: number, word1: number) => number): RandomOp {
  return {
    name,
    infer: (_inputs, { shape, dtype }): [Meta] => [{ shape, dtype }],
    forward: (_inputs, [out], { state }) => fill(out, state, fromWords),
    gradient: () => [],
  };
}

function fill(
  out: HostArray,
  { seed, offset }: RandomState,
  fromWords: (word0: number, word1: number) => number,
): void {
  const words = new Uint32Array(2);
  for (let i = 0; i < out.data.length; i++) {
    threefry2x32(seed[0], seed[1], i, offset, words);
    out.data[i] = fromWords(words[0]!, words[1]!);
  }
}

/** Uniform in [0, 1), a multiple of 2⁻²⁴. */
export const uniformOp: RandomOp = randomOp("uniform", (word0) => (word0 >>> 8) * 2 ** -24);
/** Standard normal. */
export const normalOp: RandomOp = randomOp("normal", normalFromWords);

const randomRules = {
  ...tensorRules,
  /** Where the numbers come from. Default: the global generator, which `manualSeed` seeds. */
  generator: generatorRule,
} as const;

/* @__NO_SIDE_EFFECTS__ */
export function randomOptions(what: string, example: string): c.Options<typeof randomRules> {
  return c.options(what, randomRules, { example, renamed: { ...tensorOptionsRenamed, ...seedRenamed } });
}

/** Options of a new tensor, and the generator to draw from (the default generator by default). */
export interface RandomOptions extends c.OptionsOf<ReturnType<typeof randomOptions>, typeof tensorRules> {}

/** Refuses a dtype other than the only one that the function supports. */
function checkOnlyDType(what: string, { dtype }: RandomOptions, only: DType): void {
  if (dtype === undefined || dtype === only) return;
  throw new c.DTypeError(`${what}: the result is ${only}; convert it with to("${dtype}").`);
}

export function draw(what: string, op: RandomOp, shape: Shape, given: RandomOptions): Tensor {
  const { dtype = "float32", backend, generator = defaultGenerator() } = given;
  if (dtype !== "float32" && dtype !== "float64")
    throw new c.DTypeError(
      `${what}: ${dtype} cannot hold such numbers; draw float32 and convert with to("${dtype}").`,
    );
  const attrs = fresh(() => ({ shape: copyShape(shape), dtype, state: generator.next() }));
  return apply(op, [], attrs, backend)[0];
}

const randOptions = randomOptions("rand", "rand([2, 3])");

/**
 * Uniform numbers in [0, 1).
 *
 * @example rand([2, 3]).shape // [2, 3]
 */
export function rand(shape: Shape, given?: RandomOptions): Tensor {
  return draw("rand", uniformOp, shape, newTensorCall(randOptions, arguments, 2, shape, given));
}

const randnOptions = randomOptions("randn", "randn([2, 3])");

/**
 * Standard normal numbers.
 *
 * @example randn([1000]).std() // tensor(0.9960)
 */
export function randn(shape: Shape, given?: RandomOptions): Tensor {
  return draw("randn", normalOp, shape, newTensorCall(randnOptions, arguments, 2, shape, given));
}

const uniformOptions = randomOptions("uniform", "uniform(-1, 1, [2, 3])");

/**
 * Uniform numbers in [low, high).
 *
 * @throws ArgumentError unless low ≤ high.
 * @example uniform(-1, 1, [3]).abs().le(1) // tensor([True, True, True], dtype=bool)
 */
export function uniform(low: number, high: number, shape: Shape, given?: RandomOptions): Tensor {
  const settings = newTensorCall(uniformOptions, arguments, 4, shape, given);
  c.checkFinite("uniform", "low", low, "as in uniform(-1, 1, [2, 3])");
  c.checkFinite("uniform", "high", high, "as in uniform(-1, 1, [2, 3])");
  if (high < low) throw c.badArgument("uniform", "high", `at least low, ${low}`, high);
  const drawn = draw("uniform", uniformOp, shape, settings);
  return drawn.mul(high - low).add(low);
}

const normalOptions = randomOptions("normal", "normal(0, 1, [2, 3])");

/**
 * Normal numbers with the given mean and standard deviation.
 *
 * @throws ArgumentError unless std ≥ 0.
 * @example normal(5, 0.1, [1000]).mean() // tensor(5.0025)
 */
export function normal(mean: number, std: number, shape: Shape, given?: RandomOptions): Tensor;
/**
 * Normal numbers, each with its own mean and standard deviation (1 by default), whose shapes broadcast. No gradient flows.
 *
 * @throws ArgumentError unless std ≥ 0; DTypeError unless the tensors are of floats.
 */
export function normal(mean: Tensor, std?: Tensor | number, given?: GeneratorOptions): Tensor;
export function normal(mean: number, std: Tensor, given?: GeneratorOptions): Tensor;
export function normal(
  mean: Tensor | number,
  std?: Tensor | number,
  shape?: Shape | GeneratorOptions,
  given?: RandomOptions,
): Tensor {
  if (mean instanceof Tensor || std instanceof Tensor) return normalOfEach(arguments, mean, std ?? 1);
  const settings = newTensorCall(normalOptions, arguments, 4, shape, given);
  c.checkFinite("normal", "mean", mean, "as in normal(0, 1, [2, 3])");
  c.checkRange("normal", "std", std, 0, Number.MAX_VALUE);
  return draw("normal", normalOp, shape as Shape, settings)
    .mul(std)
    .add(mean);
}

const generatorRules = {
  /** Where the numbers come from. Default: the global generator, which `manualSeed` seeds. */
  generator: generatorRule,
} as const;

/* @__NO_SIDE_EFFECTS__ */
function generatorOptions(what: string, example: string): c.Options<typeof generatorRules> {
  return c.options(what, generatorRules, { example, renamed: { ...tensorOptionsRenamed, ...seedRenamed } });
}

const normalOfEachOptions = generatorOptions("normal", "normal(mean, std, { generator })");

/** The generator to draw from (the default generator by default). */
export interface GeneratorOptions extends c.OptionsOf<typeof normalOfEachOptions> {}

function normalOfEach(given: ArrayLike<unknown>, mean: Tensor | number, std: Tensor | number): Tensor {
  const tensors = Object.entries({ mean, std }).filter(([, x]) => x instanceof Tensor) as [string, Tensor][];
  checkInputs("normal", Object.fromEntries(tensors));
  const { generator } = normalOfEachOptions(given[2] as GeneratorOptions | undefined);
  for (const [, x] of tensors) requireFloat("normal", x);
  const [m, s] = operands("normal", mean, std);
  const holds = (value: number): boolean => value >= 0;
  refuseElements("normal", s, holds, (value, at) =>
    c.badArgument("normal", `std${s.ndim === 0 ? "" : at}`, "a number ≥ 0", value),
  );
  const { dtype, backend } = m;
  const shape = broadcastShapes("normal", m.shape, s.shape);
  return draw("normal", normalOp, shape, { dtype, backend, generator }).mul(s.detach()).add(m.detach());
}

const bernoulliOptions = randomOptions("bernoulli", "bernoulli(0.5, [2, 3])");

/**
 * bool, true with probability p.
 *
 * @throws ArgumentError unless 0 ≤ p ≤ 1.
 * @example bernoulli(1, [4]) // tensor([True, True, True, True], dtype=bool)
 */
export function bernoulli(p: number, shape: Shape, given?: RandomOptions): Tensor;
/**
 * 1 with the probability that each element of p is, else 0, in p's dtype. No gradient flows.
 *
 * @throws ArgumentError unless all elements are in 0 to 1; DTypeError for int32 and bool.
 */
export function bernoulli(p: Tensor, given?: GeneratorOptions): Tensor;
export function bernoulli(
  p: Tensor | number,
  shape?: Shape | GeneratorOptions,
  given?: RandomOptions,
): Tensor {
  if (p instanceof Tensor) return bernoulliOfEach(arguments, p);
  const settings = newTensorCall(bernoulliOptions, arguments, 3, shape, given);
  c.checkRange("bernoulli", "p", p, 0, 1);
  checkOnlyDType("bernoulli", settings, "bool");
  return draw("bernoulli", uniformOp, shape as Shape, { ...settings, dtype: "float32" }).lt(p);
}

const bernoulliOfEachOptions = generatorOptions("bernoulli", "bernoulli(p, { generator })");

function bernoulliOfEach(given: ArrayLike<unknown>, p: Tensor): Tensor {
  checkTensor("bernoulli", "p", p);
  const { generator } = bernoulliOfEachOptions(given[1] as GeneratorOptions | undefined);
  requireFloat("bernoulli", p);
  const holds = (value: number): boolean => value >= 0 && value <= 1;
  refuseElements("bernoulli", p, holds, (value, at) =>
    c.badArgument("bernoulli", `p${p.ndim === 0 ? "" : at}`, "a number from 0 to 1", value),
  );
  return draw("bernoulli", uniformOp, p.shape, { backend: p.backend, generator }).lt(p).to(p.dtype);
}

const randintOptions = randomOptions("randint", "randint(0, 10, [2, 3])");

/**
 * Whole numbers from low (included) to high (excluded), int32 unless `dtype` is another.
 *
 * @throws ArgumentError unless low < high, both int32.
 * @example randint(0, 10, [4]).lt(10) // tensor([True, True, True, True], dtype=bool)
 */
export function randint(low: number, high: number, shape: Shape, given?: RandomOptions): Tensor {
  return drawWhole(
    randintOptions,
    low,
    high,
    shape,
    newTensorCall(randintOptions, arguments, 4, shape, given),
  );
}

/** The numbers of {@link randint}. */
export function drawWhole(
  { what, example }: c.OptionNames,
  low: number,
  high: number,
  shape: Shape,
  { generator = defaultGenerator(), backend, dtype }: RandomOptions,
): Tensor {
  const fix = `as in ${example}`;
  c.checkInteger(what, "low", low, -(2 ** 31), 2 ** 31 - 1, fix);
  c.checkInteger(what, "high", high, -(2 ** 31), 2 ** 31, fix);
  if (high <= low) throw c.badArgument(what, "high", `above low, ${low}`, high, "high is excluded");
  const make = (): Int32Array => {
    const state = generator.next();
    return Int32Array.from({ length: numelOf(shape) }, (_, i) => low + below(high - low, state, i));
  };
  return cast(hostData(make, shape, { backend }), dtype);
}

const randpermOptions = randomOptions("randperm", "randperm(10)");

/**
 * The numbers 0 to n − 1 in random order, as int32.
 *
 * @example randperm(4).sort().values // tensor([0, 1, 2, 3], dtype=int32)
 */
export function randperm(n: number, given?: RandomOptions): Tensor {
  c.checkInteger("randperm", "n", n, 0, 2 ** 31 - 1, "as in randperm(10)");
  const { generator = defaultGenerator(), backend, dtype } = randpermOptions(given);
  checkOnlyDType("randperm", { dtype }, "int32");
  const make = (): Int32Array => {
    const state = generator.next();
    const order = Int32Array.from({ length: n }, (_, i) => i);
    for (let i = n - 1; i > 0; i--) {
      const j = below(i + 1, state, i);
      [order[i], order[j]] = [order[j]!, order[i]!];
    }
    return order;
  };
  return hostData(make, [n], { backend });
}

// A whole number below n of 53 random bits: the bias is under n / 2^53.
function below(n: number, { seed, offset }: RandomState, i: number): number {
  return Math.floor(fraction(seed[0], seed[1], i, offset) * n);
}
