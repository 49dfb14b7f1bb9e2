import type { Operand } from "@saccade/tensor/backend";
import { copyDenseTo } from "../copy-window.ts";
import type { KernelExports } from "../generated/exports.gen.ts";
import { addressOf, countOf, isDense, type Kernel, type KernelTable, type Machine } from "../kernel.ts";
import * as codes from "../shared/codes.ts";
import * as functions from "../shared/functions.ts";
import { leastWork, pieceCount, ranges } from "../split.ts";
import { runGeneral } from "./general.ts";

type Name = keyof KernelExports;
type Elementwise = (x: number, y: number, n: number, ...parameters: readonly number[]) => number;
/** The parameters of an elementwise function, after its attributes. */
type Parameters<A extends object> = (attrs: A) => readonly number[];

const none: readonly number[] = [];

/** Functions that take no longer than a copy. */
const cheap = "neg abs sign square cube relu leakyRelu clamp floor ceil trunc round".split(" ");

/** Functions without parameters, only for float32. */
const plain = [
  ...([
    "sqrt",
    "rsqrt",
    "reciprocal",
    "exp",
    "expm1",
    "log",
    "log1p",
    "log2",
    "tanh",
    "sigmoid",
    "erf",
  ] as const),
  ...(["relu", "gelu", "geluTanh", "silu", "softplus", "logSigmoid"] as const),
];

/** Elementwise functions of one float32 tensor. Strided ones are copied to the output first and mapped there. */
export function unaryKernels(machine: Machine): KernelTable {
  const { wasm, threads, parallel } = machine;
  // Where the elements lie dense, as float32: in x, or copied to y.
  const source = (x: Operand, y: Operand): number => {
    if (x.dtype !== "float32") runGeneral(machine, functions.copy, x, x, y);
    else if (isDense(x)) return addressOf(x);
    else copyDenseTo(machine, x, addressOf(y));
    return addressOf(y);
  };
  // Sine and related functions; the reference handles numbers too large for the kernel's range reduction.
  const turn = (which: number): Kernel => {
    return ([x], [y]) => wasm.trigonometry(source(x!, y!), addressOf(y!), countOf(y!.shape), which) !== 0;
  };
  /** A function of x and of up to two parameters. `code` is the function of whole numbers whose result is whole. */
  const map = <A extends object = object>(
    name: Name,
    parameters: Parameters<A> = () => none,
    code: number | null = null,
  ): Kernel<A> => {
    const f: Elementwise = wasm[name];
    const least = cheap.includes(name) ? leastWork.cheap : leastWork.function;
    return ([x], [y], attrs) => {
      if (y!.dtype !== "float32") {
        if (code === null) return false;
        runGeneral(machine, code, x!, x!, y!);
        return true;
      }
      const to = addressOf(y!);
      const n = countOf(y!.shape);
      const from = source(x!, y!);
      const more = parameters(attrs);
      const pieces = threads === 1 ? 1 : pieceCount(n, least);
      if (pieces > 1) {
        parallel(
          name,
          ranges(n, pieces, 16).map(([at, count]) => [from + at * 4, to + at * 4, count, ...more]),
        );
      } else if (more === none) f(from, to, n);
      else f(from, to, n, ...more);
      return true;
    };
  };
  // The common exponents, as the reference has them.
  const powers = new Map<number, Kernel>([
    [-1, map("reciprocal")],
    [0.5, map("sqrt")],
    [-0.5, map("rsqrt")],
    [2, map("square")],
    [3, map("cube")],
  ]);
  return {
    ...Object.fromEntries(plain.map((name) => [name, map(name)])),
    neg: map("neg", undefined, functions.neg),
    abs: map("abs", undefined, functions.abs),
    sign: map("sign", undefined, functions.sign),
    square: map("square", undefined, functions.mulInt),
    floor: map("floor", undefined, functions.copy),
    ceil: map("ceil", undefined, functions.copy),
    trunc: map("trunc", undefined, functions.copy),
    round: map("round", undefined, functions.copy),
    elu: map("elu", ({ alpha }) => [alpha]),
    leakyRelu: map("leakyRelu", ({ negativeSlope }) => [negativeSlope]),
    clamp: map("clamp", ({ min, max }) => [min, max]),
    sin: turn(codes.sine),
    cos: turn(codes.cosine),
    tan: turn(codes.tangent),
    powScalar(inputs, outputs, attrs) {
      const [[x], [y]] = [inputs, outputs];
      const { exponent } = attrs;
      const power = powers.get(exponent);
      if (power !== undefined) return power(inputs, outputs, attrs);
      wasm.powScalar(source(x!, y!), addressOf(y!), countOf(y!.shape), exponent);
      return true;
    },
  };
}
