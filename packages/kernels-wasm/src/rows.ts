import { type Attrs, contiguousStrides, type Operand } from "@saccade/tensor/backend";
import { copyWindow } from "./copy-window.ts";
import type { KernelExports } from "./generated/exports.gen.ts";
import { addressOf, bytesOf, countOf, type Kernel, type Machine } from "./kernel.ts";
import { permuted, Scratch, withBlocks, withDense } from "./scratch.ts";
import { inPieces, type Split } from "./split.ts";

/** A float32 kernel: other dtypes fall back to the reference, except inputs that are always integers or bools. */
export function onFloats<A extends Attrs>(kernel: Kernel<A>, ...others: readonly number[]): Kernel<A> {
  return (inputs, outputs, attrs) => {
    for (let i = 0; i < inputs.length; i++)
      if (inputs[i]!.dtype !== "float32" && !others.includes(i)) return false;
    return kernel(inputs, outputs, attrs);
  };
}

/** Rows of n elements along the last dims, as many as those are; none where n is 0. */
export function rowsOf({ shape }: Operand, dims: number = 1): { readonly rows: number; readonly n: number } {
  const n = countOf(shape.slice(-dims));
  return { rows: n === 0 ? 0 : countOf(shape) / n, n };
}

/**
 * Calls a kernel for dense rows, in pieces. Its arguments are the addresses of `parts`, 0 for an absent one, the number of
 * rows, and `more`; a `numbered` kernel takes the first row's number before those. `bytes` are those of a row in each
 * part; 0 if all rows read the same.
 */
export function overRows(
  machine: Machine,
  name: keyof KernelExports,
  rows: number,
  split: Split & { readonly numbered?: boolean },
  parts: readonly (Operand | number | undefined)[],
  bytes: readonly number[],
  ...more: readonly number[]
): true {
  const scratch = new Scratch(machine);
  try {
    const at: number[] = [];
    for (const x of parts) at.push(typeof x === "object" ? scratch.dense(x) : (x ?? 0));
    inPieces(machine, name, rows, split, (from, count) => {
      const args: number[] = [];
      for (let i = 0; i < at.length; i++) args.push(at[i]! && at[i]! + from * bytes[i]!);
      args.push(count);
      if (split.numbered) args.push(from);
      for (const x of more) args.push(x);
      return args;
    });
  } finally {
    scratch.free();
  }
  return true;
}

/**
 * Runs `f` with operands whose dim `dim` comes last, and with an address for dense rows of each output: they are copied
 * to where they belong if it is not the output itself.
 */
export function withDimLast(
  machine: Machine,
  inputs: readonly Operand[],
  outputs: readonly Operand[],
  dim: number,
  f: (inputs: readonly Operand[], to: readonly number[]) => void,
): true {
  const { shape } = (inputs[0] ?? outputs[0])!;
  if (dim >= shape.length - 1) {
    f(inputs, outputs.map(addressOf));
    return true;
  }
  const order = [...shape.map((_, d) => d).filter((d) => d !== dim), dim];
  withBlocks(machine, (scratch) => {
    const to = outputs.map((y) => scratch.take(countOf(y.shape) * bytesOf(y)));
    f(
      inputs.map((x) => permuted(x, order)),
      to,
    );
    for (const [i, y] of outputs.map((y) => permuted(y, order)).entries()) {
      const from = { address: to[i]!, strides: contiguousStrides(y.shape) };
      copyWindow(machine, y.shape, from, { address: addressOf(y), strides: y.strides }, bytesOf(y));
    }
  });
  return true;
}

/**
 * Runs `f` with the address of the elements with the reduced dims moved last: each result reduces one dense row of n
 * elements.
 */
export function withRows(
  machine: Machine,
  x: Operand,
  dims: readonly number[],
  f: (from: number, n: number) => void,
): true {
  let n = 1;
  for (const d of dims) n *= x.shape[d]!;
  const start = x.shape.length - dims.length;
  const last = dims.every((d, i) => d === start + i);
  const kept = last ? null : x.shape.map((_, d) => d).filter((d) => !dims.includes(d));
  withDense(machine, kept === null ? x : permuted(x, [...kept, ...dims]), (from) => f(from, n));
  return true;
}
