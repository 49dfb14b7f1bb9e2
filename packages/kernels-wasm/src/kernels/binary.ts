import type { Operand } from "@saccade/tensor";
import {
  addressOf,
  bytesOf,
  countOf,
  isDense,
  type Kernel,
  type KernelTable,
  type Machine,
} from "../kernel.ts";

type Rows = (
  a: number,
  b: number,
  y: number,
  n: number,
  aStep: number,
  bStep: number,
  outer: number,
) => number;

/** Ops of two broadcast tensors: arithmetic and comparisons of float32 and int32. */
export function binaryKernels({ wasm, walker }: Machine): KernelTable {
  const run = (rows: Rows, a: Operand, b: Operand, y: Operand): boolean => {
    const n = countOf(y.shape);
    if (n === 0) return true;
    if (isDense(a) && isDense(b)) {
      rows(addressOf(a), addressOf(b), addressOf(y), n, 4, 4, 0);
      return true;
    }
    walker.merge(y.shape, a.strides, bytesOf(a), b.strides, bytesOf(b));
    const { sizes, strides } = walker;
    rows(addressOf(a), addressOf(b), addressOf(y), sizes[0]!, strides[0][0]!, strides[1][0]!, walker.emit());
    return true;
  };
  const binary = (float: Rows, int: Rows | null = null): Kernel => {
    return ([a, b], [y]) => {
      const { dtype } = a!;
      if (dtype !== b!.dtype) return false;
      if (dtype === "float32") return run(float, a!, b!, y!);
      return int !== null && dtype === "int32" && run(int, a!, b!, y!);
    };
  };
  const swapped = (float: Rows, int: Rows): Kernel => {
    const kernel = binary(float, int);
    return ([a, b], outputs, attrs) => kernel([b!, a!], outputs, attrs);
  };
  return {
    add: binary(wasm.add, wasm.addInt),
    sub: binary(wasm.sub, wasm.subInt),
    mul: binary(wasm.mul),
    div: binary(wasm.div),
    maximum: binary(wasm.maximum),
    minimum: binary(wasm.minimum),
    eq: binary(wasm.eq, wasm.eqInt),
    ne: binary(wasm.ne, wasm.neInt),
    lt: binary(wasm.lt, wasm.ltInt),
    le: binary(wasm.le, wasm.leInt),
    gt: swapped(wasm.lt, wasm.ltInt),
    ge: swapped(wasm.le, wasm.leInt),
  };
}
