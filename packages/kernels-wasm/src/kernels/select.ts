import type { DType } from "@saccade/tensor";
import type { Operand, ScalarAttrs } from "@saccade/tensor/backend";
import { copyDenseTo } from "../copy-window.ts";
import {
  addressOf,
  countOf,
  denseAt,
  isDense,
  type Kernel,
  type KernelTable,
  type Machine,
} from "../kernel.ts";
import type { Task } from "../pool/pool.ts";
import { withScratch } from "../scratch.ts";
import * as functions from "../shared/functions.ts";
import { leastWork, pieceCount } from "../split.ts";
import type { Piece } from "../walker.ts";
import { pairOf, runGeneral, withDType } from "./general.ts";

type Convert = (x: number, y: number, n: number) => number;
type Pair = (a: number, b: number, y: number, n: number) => number;

/** Choosing by a condition, casts, and logic on bools. */
export function selectKernels(machine: Machine): KernelTable {
  const { wasm, walker, threads, parallel } = machine;
  const conversions: Partial<Record<DType, Partial<Record<DType, Convert>>>> = {
    float32: { int32: wasm.floatToInt, bool: wasm.floatToBool },
    int32: { float32: wasm.intToFloat, bool: wasm.intToBool },
    bool: { float32: wasm.boolToFloat, int32: wasm.boolToInt },
  };
  const logic = (f: Pair, code: number): Kernel<ScalarAttrs> => {
    return ([x, z], [y], attrs) => {
      const [a, b] = pairOf(machine, x!, z, attrs);
      if (isDenseBool(a) && isDenseBool(b)) f(addressOf(a), addressOf(b), addressOf(y!), countOf(y!.shape));
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
    const pieces = threads === 1 ? 1 : pieceCount(countOf(y.shape), leastWork.cheap);
    if (pieces === 1) wasm.select(condition, x, z, to, sizes[0]!, cs, as, bs, walker.emit());
    else {
      const task = ({ at, first, n, block }: Piece): Task => {
        return [condition + at[0], x + at[1], z + at[2], to + first * 4, n, cs, as, bs, block];
      };
      parallel("select", walker.pieces(pieces).map(task));
    }
  };
  return {
    where([c, a, b], [y]) {
      if (countOf(y!.shape) === 0) return true;
      // Bools are chosen as int32 and converted back.
      const dtype = y!.dtype === "bool" ? "int32" : y!.dtype;
      withDType(machine, c!, "bool", (condition) => {
        withDType(machine, a!, dtype, (x) => {
          withDType(machine, b!, dtype, (z) => {
            if (dtype === y!.dtype) select(condition, x, z, y!);
            else {
              withScratch(machine, countOf(y!.shape) * 4, (address) => {
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
      const n = countOf(y!.shape);
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
      if (isDenseBool(x!)) wasm.notBool(addressOf(x!), addressOf(y!), countOf(y!.shape));
      else runGeneral(machine, functions.logicalNot, x!, x!, y!);
      return true;
    },
  };
}

function isDenseBool(x: Operand): boolean {
  return x.dtype === "bool" && isDense(x);
}
