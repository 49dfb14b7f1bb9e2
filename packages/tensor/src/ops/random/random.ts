import { apply } from "../../apply/apply.ts";
import { hostData } from "../../apply/capture/host-values.ts";
import { hostWork } from "../../apply/capture/words.ts";
import type { HostArray, Meta, Op } from "../../apply/op.ts";
import type { TensorOptions } from "../../create.ts";
import { DTypeError } from "../../errors.ts";
import { checkDType, type DType } from "../../memory/dtype.ts";
import { checkShape, copyShape, numelOf, type Shape } from "../../memory/shape.ts";
import type { Tensor } from "../../tensor.ts";
import { defaultGenerator, type Generator, type RandomState } from "./generator.ts";
import { normalFromWords } from "./normal.ts";
import { threefry2x32 } from "./threefry.ts";

/** A tensor's options, and the generator to draw from (the default one otherwise). */
export interface RandomOptions extends TensorOptions {
  readonly generator?: Generator;
}

interface RandomAttrs {
  readonly shape: Shape;
  readonly dtype: DType;
  readonly state: RandomState;
}

/** Numbers from nothing but a counter: an op without inputs, so that backends make them in place. */
type RandomOp = Op<readonly [], readonly [Tensor], RandomAttrs>;

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

function draw(what: string, op: RandomOp, shape: Shape, options: RandomOptions): Tensor {
  checkShape(what, shape);
  const dtype = checkDType(what, options.dtype ?? "float32");
  if (dtype !== "float32" && dtype !== "float64") {
    throw new DTypeError(
      `${what}: ${dtype} cannot hold such numbers; draw float32 and convert with to("${dtype}").`,
    );
  }
  const generator = options.generator ?? defaultGenerator();
  const attrs = hostWork(() => ({ shape: copyShape(shape), dtype, state: generator.next() }));
  return apply(op, [], attrs, options.backend)[0];
}

/** Uniform numbers in [0, 1). */
export function rand(shape: Shape, options: RandomOptions = {}): Tensor {
  return draw("rand", uniformOp, shape, options);
}

/** Standard normal numbers. */
export function randn(shape: Shape, options: RandomOptions = {}): Tensor {
  return draw("randn", normalOp, shape, options);
}

/** Uniform numbers in [low, high). */
export function uniform(low: number, high: number, shape: Shape, options: RandomOptions = {}): Tensor {
  return rand(shape, options)
    .mul(high - low)
    .add(low);
}

/** Normal numbers with the given mean and standard deviation. */
export function normal(mean: number, std: number, shape: Shape, options: RandomOptions = {}): Tensor {
  return randn(shape, options).mul(std).add(mean);
}

/** bool, true with probability p. @throws RangeError unless 0 ≤ p ≤ 1. */
export function bernoulli(p: number, shape: Shape, options: RandomOptions = {}): Tensor {
  if (!(p >= 0 && p <= 1)) throw new RangeError(`bernoulli: p = ${p} must lie between 0 and 1.`);
  return rand(shape, { ...options, dtype: "float32" }).lt(p);
}

/** Whole numbers from low (included) to high (excluded), as int32. */
export function randint(low: number, high: number, shape: Shape, options: RandomOptions = {}): Tensor {
  if (!Number.isInteger(low) || !Number.isInteger(high) || high <= low) {
    throw new RangeError(`randint: from ${low} to ${high} there is no whole number; high is excluded.`);
  }
  const generator = options.generator ?? defaultGenerator();
  checkShape("randint", shape);
  const make = (): Int32Array => {
    const state = generator.next();
    return Int32Array.from({ length: numelOf(shape) }, (_, i) => low + below(high - low, state, i));
  };
  return hostData(make, shape, { ...options, dtype: "int32" });
}

/** The numbers 0 to n − 1 in random order, as int32. */
export function randperm(n: number, options: RandomOptions = {}): Tensor {
  checkShape("randperm", [n]);
  const generator = options.generator ?? defaultGenerator();
  const make = (): Int32Array => {
    const state = generator.next();
    const order = Int32Array.from({ length: n }, (_, i) => i);
    for (let i = n - 1; i > 0; i--) {
      const j = below(i + 1, state, i);
      [order[i], order[j]] = [order[j]!, order[i]!];
    }
    return order;
  };
  return hostData(make, [n], { ...options, dtype: "int32" });
}

// A whole number below n of 53 random bits: the bias is under n / 2^53.
function below(n: number, { seed, offset }: RandomState, i: number): number {
  const words = new Uint32Array(2);
  threefry2x32(seed[0], seed[1], i, offset, words);
  return Math.floor(((words[0]! * 2 ** 21 + (words[1]! >>> 11)) / 2 ** 53) * n);
}
