import type { Operand } from "@saccade/tensor";
import { addressOf, bytesOf, countOf, isDense, type KernelTable, type Machine } from "../kernel.ts";

/** A strided window of memory: strides in elements. */
export interface MemoryWindow {
  readonly address: number;
  readonly strides: readonly number[];
}

/** Row-major strides of a shape, in elements. */
export function denseStrides(shape: readonly number[]): number[] {
  const strides = new Array<number>(shape.length);
  let step = 1;
  for (let i = shape.length - 1; i >= 0; i--) {
    strides[i] = step;
    step *= shape[i]!;
  }
  return strides;
}

/** Copies a window of `shape` to another that does not overlap it; elements have 4 bytes or 1. */
export function copyWindow(
  { wasm, walker }: Machine,
  shape: readonly number[],
  from: MemoryWindow,
  to: MemoryWindow,
  bytes: number,
): void {
  if (countOf(shape) === 0) return;
  walker.merge(shape, from.strides, bytes, to.strides, bytes);
  const { sizes, strides, count } = walker;
  const [xs, ys] = strides;
  const width = sizes[0]!;
  if (xs[0] === bytes && ys[0] === bytes) {
    wasm.copyDense(from.address, to.address, width * bytes, walker.emit());
    return;
  }
  if (bytes === 1) {
    wasm.copyApartBytes(from.address, to.address, width, xs[0]!, ys[0]!, walker.emit());
    return;
  }
  if (ys[0] === 4) {
    // Another dim that is dense in x makes it a transposition.
    for (let k = 1; k < count; k++) {
      if (xs[k] !== 4) continue;
      const outer = walker.emit(0, k);
      wasm.transpose(from.address, to.address, sizes[k]!, width, xs[0]!, ys[k]!, outer);
      return;
    }
  }
  wasm.copyApart(from.address, to.address, width, xs[0]!, ys[0]!, walker.emit());
}

/** Copies an operand to an address, row-major. */
export function copyDenseTo(machine: Machine, x: Operand, address: number): void {
  const bytes = bytesOf(x);
  if (isDense(x)) {
    machine.wasm.copyDense(addressOf(x), address, countOf(x.shape) * bytes, 0);
    return;
  }
  const from = { address: addressOf(x), strides: x.strides };
  copyWindow(machine, x.shape, from, { address, strides: denseStrides(x.shape) }, bytes);
}

/** Ops that only move elements. */
export function copyKernels(machine: Machine): KernelTable {
  const { wasm } = machine;
  return {
    contiguous([x], [y]) {
      copyDenseTo(machine, x!, addressOf(y!));
      return true;
    },
    embed([x], [y], attrs) {
      const { window } = attrs as { window: { strides: number[]; offset: number } };
      const bytes = bytesOf(y!);
      const address = addressOf(y!);
      wasm.zero(address, countOf(y!.shape) * bytes);
      const from = { address: addressOf(x!), strides: x!.strides };
      const to = { address: address + window.offset * bytes, strides: window.strides };
      copyWindow(machine, x!.shape, from, to, bytes);
      return true;
    },
    cat(xs, [y], attrs) {
      const { dim } = attrs as { dim: number };
      for (const x of xs) if (x.dtype !== y!.dtype) return false;
      const bytes = bytesOf(y!);
      const strides = denseStrides(y!.shape);
      let start = 0;
      for (const x of xs) {
        if (x.shape.length === 1 && x.shape[0] === 0) continue;
        const from = { address: addressOf(x), strides: x.strides };
        const to = { address: addressOf(y!) + start * strides[dim]! * bytes, strides };
        copyWindow(machine, x.shape, from, to, bytes);
        start += x.shape[dim]!;
      }
      return true;
    },
    pad([x], [y], attrs) {
      const { before, value } = attrs as { before: number[]; value: number };
      if (y!.dtype !== "float32") return false;
      const address = addressOf(y!);
      wasm.fill(address, countOf(y!.shape), value);
      const strides = denseStrides(y!.shape);
      let [skipped, placed] = [0, 0];
      const shape = x!.shape.map((size, d) => {
        const shift = before[d]!;
        skipped += Math.max(0, -shift) * x!.strides[d]!;
        placed += Math.max(0, shift) * strides[d]!;
        return Math.max(0, Math.min(size, y!.shape[d]! - shift) - Math.max(0, -shift));
      });
      const from = { address: addressOf(x!) + skipped * 4, strides: x!.strides };
      copyWindow(machine, shape, from, { address: address + placed * 4, strides }, 4);
      return true;
    },
  };
}
