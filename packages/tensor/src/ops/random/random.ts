import { apply } from "../../apply/apply.ts";
import { hostData } from "../../apply/capture/host-values.ts";
import { fresh } from "../../apply/capture/words.ts";
import type { HostArray, Meta, Op } from "../../apply/op.ts";
import { badArgument, checkFinite, checkInteger, checkRange } from "../../contract/arguments.ts";
import { newTensorCall } from "../../contract/check-shape.ts";
import { refuseExtra } from "../../contract/extra-arguments.ts";
import { type Options, type OptionsOf, options } from "../../contract/options.ts";
import { tensorOptionsRenamed, tensorRules } from "../../contract/tensor-options.ts";
import { DTypeError } from "../../errors.ts";
import type { DType } from "../../memory/dtype.ts";
import { copyShape, numelOf, type Shape } from "../../memory/shape.ts";
import type { Tensor } from "../../tensor.ts";
import { defaultGenerator, generatorRule, type RandomState, seedRenamed } from "./generator.ts";
import { normalFromWords } from "./normal.ts";
import { fraction, threefry2x32 } from "./threefry.ts";

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
function randomOptions(what: string, example: string): Options<typeof randomRules> {
  return options(what, randomRules, { example, renamed: { ...tensorOptionsRenamed, ...seedRenamed } });
}

/** Options of a new tensor, and the generator to draw from (the default generator by default). */
export interface RandomOptions extends OptionsOf<ReturnType<typeof randomOptions>> {}

/** Refuses a dtype other than the only one that the function supports. */
function checkOnlyDType(what: string, { dtype }: RandomOptions, only: DType): void {
  if (dtype === undefined || dtype === only) return;
  throw new DTypeError(`${what}: the result is ${only}; convert it with to("${dtype}").`);
}

function draw(what: string, op: RandomOp, shape: Shape, given: RandomOptions): Tensor {
  const { dtype = "float32", backend, generator = defaultGenerator() } = given;
  if (dtype !== "float32" && dtype !== "float64")
    throw new DTypeError(
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
  checkFinite("uniform", "low", low, "as in uniform(-1, 1, [2, 3])");
  checkFinite("uniform", "high", high, "as in uniform(-1, 1, [2, 3])");
  if (high < low) throw badArgument("uniform", "high", `at least low, ${low}`, high);
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
export function normal(mean: number, std: number, shape: Shape, given?: RandomOptions): Tensor {
  const settings = newTensorCall(normalOptions, arguments, 4, shape, given);
  checkFinite("normal", "mean", mean, "as in normal(0, 1, [2, 3])");
  checkRange("normal", "std", std, 0, Number.MAX_VALUE);
  return draw("normal", normalOp, shape, settings).mul(std).add(mean);
}

const bernoulliOptions = randomOptions("bernoulli", "bernoulli(0.5, [2, 3])");

/**
 * bool, true with probability p.
 *
 * @throws ArgumentError unless 0 ≤ p ≤ 1.
 * @example bernoulli(1, [4]) // tensor([True, True, True, True], dtype=bool)
 */
export function bernoulli(p: number, shape: Shape, given?: RandomOptions): Tensor {
  const settings = newTensorCall(bernoulliOptions, arguments, 3, shape, given);
  checkRange("bernoulli", "p", p, 0, 1);
  checkOnlyDType("bernoulli", settings, "bool");
  return draw("bernoulli", uniformOp, shape, { ...settings, dtype: "float32" }).lt(p);
}

const randintOptions = randomOptions("randint", "randint(0, 10, [2, 3])");

/**
 * Whole numbers from low (included) to high (excluded), as int32.
 *
 * @throws ArgumentError unless low < high, both int32.
 * @example randint(0, 10, [4]).lt(10) // tensor([True, True, True, True], dtype=bool)
 */
export function randint(low: number, high: number, shape: Shape, given?: RandomOptions): Tensor {
  const settings = newTensorCall(randintOptions, arguments, 4, shape, given);
  const fix = "as in randint(0, 10, [2, 3])";
  checkInteger("randint", "low", low, -(2 ** 31), 2 ** 31 - 1, fix);
  checkInteger("randint", "high", high, -(2 ** 31), 2 ** 31, fix);
  if (high <= low) throw badArgument("randint", "high", `above low, ${low}`, high, "high is excluded");
  const { generator = defaultGenerator(), backend, dtype } = settings;
  checkOnlyDType("randint", { dtype }, "int32");
  const make = (): Int32Array => {
    const state = generator.next();
    return Int32Array.from({ length: numelOf(shape) }, (_, i) => low + below(high - low, state, i));
  };
  return hostData(make, shape, { backend });
}

const randpermOptions = randomOptions("randperm", "randperm(10)");

/**
 * The numbers 0 to n − 1 in random order, as int32.
 *
 * @example randperm(4).sort().values // tensor([0, 1, 2, 3], dtype=int32)
 */
export function randperm(n: number, given?: RandomOptions): Tensor {
  refuseExtra("randperm", arguments, 2);
  checkInteger("randperm", "n", n, 0, 2 ** 31 - 1, "as in randperm(10)");
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
