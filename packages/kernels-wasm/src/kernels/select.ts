import type { DType, Operand } from "@saccade/tensor";
import { addressOf, countOf, isDense, type Kernel, type KernelTable, type Machine } from "../kernel.ts";
import { copyDenseTo } from "./copy.ts";

type Convert = (x: number, y: number, n: number) => number;
type Pair = (a: number, b: number, y: number, n: number) => number;

/** Choosing by a condition, casts, and logic on bools. */
export function selectKernels(machine: Machine): KernelTable {
  const { wasm, walker } = machine;
  const conversions: Partial<Record<DType, Partial<Record<DType, Convert>>>> = {
    float32: { int32: wasm.floatToInt, bool: wasm.floatToBool },
    int32: { float32: wasm.intToFloat, bool: wasm.intToBool },
    bool: { float32: wasm.boolToFloat, int32: wasm.boolToInt },
  };
  const logic = (f: Pair): Kernel => {
    return ([a, b], [y]) => {
      if (!isDenseBool(a!) || !isDenseBool(b!)) return false;
      f(addressOf(a!), addressOf(b!), addressOf(y!), countOf(y!.shape));
      return true;
    };
  };
  return {
    where([c, a, b], [y]) {
      if (c!.dtype !== "bool" || a!.dtype !== b!.dtype || a!.dtype === "bool") return false;
      if (countOf(y!.shape) === 0) return true;
      walker.merge(y!.shape, c!.strides, 1, a!.strides, 4, b!.strides, 4);
      const { sizes, strides } = walker;
      const [cs, as, bs] = strides;
      const outer = walker.emit();
      wasm.select(
        addressOf(c!),
        addressOf(a!),
        addressOf(b!),
        addressOf(y!),
        sizes[0]!,
        cs[0]!,
        as[0]!,
        bs[0]!,
        outer,
      );
      return true;
    },
    cast([x], [y]) {
      const n = countOf(y!.shape);
      if (x!.dtype === y!.dtype) {
        copyDenseTo(machine, x!, addressOf(y!));
        return true;
      }
      const convert = conversions[x!.dtype]?.[y!.dtype];
      if (convert === undefined || !isDense(x!)) return false;
      convert(addressOf(x!), addressOf(y!), n);
      return true;
    },
    logicalAnd: logic(wasm.andBool),
    logicalOr: logic(wasm.orBool),
    logicalNot([x], [y]) {
      if (!isDenseBool(x!)) return false;
      wasm.notBool(addressOf(x!), addressOf(y!), countOf(y!.shape));
      return true;
    },
  };
}

function isDenseBool(x: Operand): boolean {
  return x.dtype === "bool" && isDense(x);
}
