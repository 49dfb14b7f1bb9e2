import type { DType } from "@saccade/tensor";
import type { Operand, ScalarAttrs } from "@saccade/tensor/backend";
import {
  addressOf,
  bytesOf,
  countOf,
  denseAt,
  type Kernel,
  type KernelTable,
  type Machine,
  typeOf,
} from "../kernel.ts";
import { withScratch } from "../scratch.ts";
import * as functions from "../shared/functions.ts";

/** y = f(a, b), for any dtypes and strides; a function of one argument gets it twice. */
export function runGeneral(
  { wasm, walker }: Machine,
  code: number,
  a: Operand,
  b: Operand,
  y: Operand,
): void {
  if (countOf(y.shape) === 0) return;
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
  withScratch(machine, countOf(shape) * bytesOf({ dtype }), (address) => {
    const y = denseAt(address, { dtype, shape });
    runGeneral(machine, functions.copy, small, small, y);
    f({ ...y, shape: x.shape, strides: y.strides.map((step, d) => (shape[d] === x.shape[d] ? step : 0)) });
  });
}

/** Ops without a specialized loop for any dtype. */
export function generalKernels(machine: Machine): KernelTable {
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
  };
}
