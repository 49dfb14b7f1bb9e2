import type { DType } from "@saccade/tensor";
import {
  type Kernel,
  type KernelTable,
  numelOf,
  type Operand,
  type ScalarAttrs,
} from "@saccade/tensor/backend";
import {
  addressOf,
  bytesOf,
  copyDenseTo,
  denseAt,
  isDense,
  type Machine,
  typeOf,
  withScratch,
} from "../kernel.ts";
import type { Task } from "../pool/pool.ts";
import * as functions from "../shared/functions.ts";
import { leastWork, pieceCount } from "../split.ts";
import type { Piece } from "../walker.ts";

/** y = f(a, b), for any dtypes and strides; a function of one argument gets it twice. */
export function runGeneral(
  { wasm, walker }: Machine,
  code: number,
  a: Operand,
  b: Operand,
  y: Operand,
): void {
  if (numelOf(y.shape) === 0) return;
  walker.merge(y.shape, a.strides, bytesOf(a), b.strides, bytesOf(b));
  const [n, aStep, bStep] = [walker.sizes[0]!, walker.strides[0][0]!, walker.strides[1][0]!];
  const block = walker.emit();
  const [p, q] = [addressOf(a), addressOf(b)];
  wasm.general(code, p, typeOf(a), aStep, q, typeOf(b), bStep, addressOf(y), typeOf(y), n, block);
}

/** Both operands of an op of two, one of which may be a number: a single element with stride 0. */
export function pairOf(
  { walker }: Machine,
  a: Operand,
  b: Operand | undefined,
  { scalar }: ScalarAttrs,
): readonly [Operand, Operand] {
  if (scalar === undefined) return [a, b!];
  const { value, dtype, left } = scalar;
  const buffer = walker.scalar(value, dtype === "float32");
  const one: Operand = { buffer, dtype, shape: a.shape, strides: a.shape.map(() => 0), offset: 0 };
  return left ? [one, a] : [a, one];
}

/** Runs `f` with an operand of another dtype, cast in scratch; dims that do not move are cast once. */
export function withDType(machine: Machine, x: Operand, dtype: DType, f: (x: Operand) => void): void {
  if (x.dtype === dtype) {
    f(x);
    return;
  }
  const { buffer, offset, strides } = x;
  const shape = x.shape.map((size, d) => (strides[d] === 0 ? 1 : size));
  const small: Operand = { buffer, offset, strides, shape, dtype: x.dtype };
  withScratch(machine, numelOf(shape) * bytesOf({ dtype }), (address) => {
    const y = denseAt(address, { dtype, shape });
    runGeneral(machine, functions.copy, small, small, y);
    f({ ...y, shape: x.shape, strides: y.strides.map((step, d) => (shape[d] === x.shape[d] ? step : 0)) });
  });
}

type Convert = (x: number, y: number, n: number) => number;
type Pair = (a: number, b: number, y: number, n: number) => number;

/** Ops of any dtype without a specialized loop; choosing by a condition, casts, and logic on bools. */
export function generalKernels(machine: Machine): KernelTable {
  const { wasm, walker, threads, parallel } = machine;
  const conversions: Partial<Record<DType, Partial<Record<DType, Convert>>>> = {
    float32: { int32: wasm.floatToInt, bool: wasm.floatToBool },
    int32: { float32: wasm.intToFloat, bool: wasm.intToBool },
    bool: { float32: wasm.boolToFloat, int32: wasm.boolToInt },
  };
  const logic = (f: Pair, code: number): Kernel<ScalarAttrs> => {
    return ([x, z], [y], attrs) => {
      const [a, b] = pairOf(machine, x!, z, attrs);
      if (isDenseBool(a) && isDenseBool(b)) f(addressOf(a), addressOf(b), addressOf(y!), numelOf(y!.shape));
      else runGeneral(machine, code, a, b, y!);
      return true;
    };
  };
  /** y = c ? a : b for operands of 4 bytes and a condition of bools. */
  const select = (c: Operand, a: Operand, b: Operand, y: Operand): void => {
    walker.merge(y.shape, c.strides, 1, a.strides, 4, b.strides, 4);
    const { sizes, strides } = walker;
    const [cs, as, bs] = [strides[0][0]!, strides[1][0]!, strides[2][0]!];
    const [condition, x, z, to] = [addressOf(c), addressOf(a), addressOf(b), addressOf(y)];
    const pieces = threads === 1 ? 1 : pieceCount(numelOf(y.shape), leastWork.cheap);
    if (pieces === 1) wasm.select(condition, x, z, to, sizes[0]!, cs, as, bs, walker.emit());
    else {
      const task = ({ at, first, n, block }: Piece): Task => {
        return [condition + at[0], x + at[1], z + at[2], to + first * 4, n, cs, as, bs, block];
      };
      parallel("select", walker.pieces(pieces).map(task));
    }
  };
  const one = (code: number): Kernel => {
    return ([x], [y]) => {
      runGeneral(machine, code, x!, x!, y!);
      return true;
    };
  };
  const two = (code: number): Kernel<ScalarAttrs> => {
    return ([a, b], [y], attrs) => {
      runGeneral(machine, code, ...pairOf(machine, a!, b, attrs), y!);
      return true;
    };
  };
  return {
    pow([a, b], [y], attrs) {
      const code = y!.dtype === "int32" ? functions.powInt : functions.pow;
      runGeneral(machine, code, ...pairOf(machine, a!, b, attrs), y!);
      return true;
    },
    fmod: two(functions.fmod),
    remainder: two(functions.remainder),
    floorDivide: two(functions.floorDivide),
    logicalXor: two(functions.logicalXor),
    isnan: one(functions.isnan),
    isinf: one(functions.isinf),
    isfinite: one(functions.isfinite),
    where([c, a, b], [y]) {
      if (numelOf(y!.shape) === 0) return true;
      // Bools are chosen as int32 and converted back.
      const dtype = y!.dtype === "bool" ? "int32" : y!.dtype;
      withDType(machine, c!, "bool", (condition) => {
        withDType(machine, a!, dtype, (x) => {
          withDType(machine, b!, dtype, (z) => {
            if (dtype === y!.dtype) select(condition, x, z, y!);
            else {
              withScratch(machine, numelOf(y!.shape) * 4, (address) => {
                const whole = denseAt(address, { dtype, shape: y!.shape });
                select(condition, x, z, whole);
                runGeneral(machine, functions.copy, whole, whole, y!);
              });
            }
          });
        });
      });
      return true;
    },
    cast([x], [y]) {
      const n = numelOf(y!.shape);
      const convert = conversions[x!.dtype]?.[y!.dtype];
      if (x!.dtype === y!.dtype) copyDenseTo(machine, x!, addressOf(y!));
      else if (convert === undefined) return false;
      else if (isDense(x!)) convert(addressOf(x!), addressOf(y!), n);
      else runGeneral(machine, functions.copy, x!, x!, y!);
      return true;
    },
    logicalAnd: logic(wasm.andBool, functions.logicalAnd),
    logicalOr: logic(wasm.orBool, functions.logicalOr),
    logicalNot([x], [y]) {
      if (isDenseBool(x!)) wasm.notBool(addressOf(x!), addressOf(y!), numelOf(y!.shape));
      else runGeneral(machine, functions.logicalNot, x!, x!, y!);
      return true;
    },
  };
}

function isDenseBool(x: Operand): boolean {
  return x.dtype === "bool" && isDense(x);
}
