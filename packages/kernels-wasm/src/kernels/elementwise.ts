import {
  type Kernel,
  type KernelTable,
  numelOf,
  type Operand,
  type ScalarAttrs,
} from "@saccade/tensor/backend";
import { type KernelExports, plainFunctions } from "../generated/exports.gen.ts";
import { addressOf, bytesOf, copyDenseTo, isDense, type Machine } from "../kernel.ts";
import type { Task } from "../pool/pool.ts";
import * as codes from "../shared/codes.ts";
import * as functions from "../shared/functions.ts";
import { leastWork, pieceCount, ranges } from "../split.ts";
import type { Piece } from "../walker.ts";
import { pairOf, runGeneral } from "./general.ts";

type Name = keyof KernelExports;
type Elementwise = (x: number, y: number, n: number, ...parameters: readonly number[]) => number;
/** The parameters of an elementwise function, after its attributes. */
type Parameters<A extends object> = (attrs: A) => readonly number[];

const none: readonly number[] = [];

/** Functions that take no longer than a copy. */
const cheap = "neg abs sign square cube relu leakyRelu clamp floor ceil trunc round".split(" ");

/** The functions of whole numbers whose results are whole. */
const whole: Partial<Record<Name, number>> = {
  neg: functions.neg,
  abs: functions.abs,
  sign: functions.sign,
  square: functions.mulInt,
  floor: functions.copy,
  ceil: functions.copy,
  trunc: functions.copy,
  round: functions.copy,
};

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
    return ([x], [y]) => wasm.trigonometry(source(x!, y!), addressOf(y!), numelOf(y!.shape), which) !== 0;
  };
  /** A function of x and of up to two parameters. */
  const map = <A extends object = object>(name: Name, parameters: Parameters<A> = () => none): Kernel<A> => {
    const code = whole[name];
    const f: Elementwise = wasm[name];
    const least = cheap.includes(name) ? leastWork.cheap : leastWork.function;
    return ([x], [y], attrs) => {
      if (y!.dtype !== "float32") {
        if (code === undefined) return false;
        runGeneral(machine, code, x!, x!, y!);
        return true;
      }
      const to = addressOf(y!);
      const n = numelOf(y!.shape);
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
    ...Object.fromEntries(plainFunctions.map((name) => [name, map(name)])),
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
      wasm.powScalar(source(x!, y!), addressOf(y!), numelOf(y!.shape), exponent);
      return true;
    },
  };
}

type Rows = Machine["wasm"]["add"];

type Float = "add" | "sub" | "mul" | "div" | "maximum" | "minimum" | "eq" | "ne" | "lt" | "le";
type Int = `${"add" | "sub" | "mul" | "eq" | "ne" | "lt" | "le"}Int`;

/** Ops of two broadcast tensors: arithmetic and comparisons. float32 and int32 have specialized loops. */
export function binaryKernels(machine: Machine): KernelTable {
  const { wasm, walker, threads, parallel } = machine;
  const run = (name: Float | Int, rows: Rows, a: Operand, b: Operand, y: Operand): boolean => {
    const n = numelOf(y.shape);
    if (n === 0) return true;
    const x = addressOf(a);
    const z = addressOf(b);
    const to = addressOf(y);
    const pieces = threads === 1 ? 1 : pieceCount(n, leastWork.cheap);
    if (pieces === 1 && isDense(a) && isDense(b)) {
      rows(x, z, to, n, 4, 4, 0);
      return true;
    }
    walker.merge(y.shape, a.strides, bytesOf(a), b.strides, bytesOf(b));
    const { sizes, strides } = walker;
    const aStep = strides[0][0]!;
    const bStep = strides[1][0]!;
    if (pieces === 1) rows(x, z, to, sizes[0]!, aStep, bStep, walker.emit());
    else {
      const bytes = bytesOf(y);
      const task = ({ at, first, n, block }: Piece): Task => {
        return [x + at[0], z + at[1], to + first * bytes, n, aStep, bStep, block];
      };
      parallel(name, walker.pieces(pieces).map(task));
    }
    return true;
  };
  const runScalar = (
    name: Float | Int,
    rows: Rows,
    x: Operand,
    value: number,
    left: boolean,
    y: Operand,
  ): boolean => {
    const { dtype, shape } = x;
    const n = numelOf(shape);
    if (n === 0) return true;
    const at = walker.scalar(value, dtype === "float32");
    if ((threads === 1 || pieceCount(n, leastWork.cheap) === 1) && isDense(x)) {
      if (left) rows(at, addressOf(x), addressOf(y), n, 0, 4, 0);
      else rows(addressOf(x), at, addressOf(y), n, 4, 0, 0);
      return true;
    }
    const one: Operand = { buffer: at, dtype, shape, strides: shape.map(() => 0), offset: 0 };
    return left ? run(name, rows, one, x, y) : run(name, rows, x, one, y);
  };
  const binary = (
    floatName: Float,
    code: number,
    intName: Int | null = null,
    swap: boolean = false,
  ): Kernel<ScalarAttrs> => {
    const float: Rows = wasm[floatName];
    const int: Rows | null = intName === null ? null : wasm[intName];
    return (inputs, outputs, attrs) => {
      const { scalar } = attrs;
      const a = inputs[0]!;
      const b = inputs[1];
      const y = outputs[0]!;
      const { dtype } = a;
      if (dtype !== (scalar ?? b!).dtype || (dtype !== "float32" && (dtype !== "int32" || int === null))) {
        const [p, q] = pairOf(machine, a, b, attrs);
        if (swap) runGeneral(machine, code, q, p, y);
        else runGeneral(machine, code, p, q, y);
        return true;
      }
      const name = dtype === "float32" ? floatName : intName!;
      const rows = dtype === "float32" ? float : int!;
      if (scalar) return runScalar(name, rows, a, scalar.value, scalar.left !== swap, y);
      return swap ? run(name, rows, b!, a, y) : run(name, rows, a, b!, y);
    };
  };
  return {
    add: binary("add", functions.add, "addInt"),
    sub: binary("sub", functions.sub, "subInt"),
    mul: binary("mul", functions.mul, "mulInt"),
    div: binary("div", functions.div),
    maximum: binary("maximum", functions.maximum),
    minimum: binary("minimum", functions.minimum),
    eq: binary("eq", functions.eq, "eqInt"),
    ne: binary("ne", functions.ne, "neInt"),
    lt: binary("lt", functions.lt, "ltInt"),
    le: binary("le", functions.le, "leInt"),
    gt: binary("lt", functions.lt, "ltInt", true),
    ge: binary("le", functions.le, "leInt", true),
  };
}
