import type { Operand, ScalarAttrs } from "@saccade/tensor/backend";
import {
  addressOf,
  bytesOf,
  countOf,
  isDense,
  type Kernel,
  type KernelTable,
  type Machine,
} from "../kernel.ts";
import type { Task } from "../pool/pool.ts";
import * as functions from "../shared/functions.ts";
import { leastWork, pieceCount } from "../split.ts";
import type { Piece } from "../walker.ts";
import { pairOf, runGeneral } from "./general.ts";

type Rows = Machine["wasm"]["add"];

type Float = "add" | "sub" | "mul" | "div" | "maximum" | "minimum" | "eq" | "ne" | "lt" | "le";
type Int = `${"add" | "sub" | "mul" | "eq" | "ne" | "lt" | "le"}Int`;

/** Ops of two broadcast tensors: arithmetic and comparisons. float32 and int32 have specialized loops. */
export function binaryKernels(machine: Machine): KernelTable {
  const { wasm, walker, threads, parallel } = machine;
  const run = (name: Float | Int, rows: Rows, a: Operand, b: Operand, y: Operand): boolean => {
    const n = countOf(y.shape);
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
    const n = countOf(shape);
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
