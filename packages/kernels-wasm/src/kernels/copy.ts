import type { Operand } from "@saccade/tensor";
import { addressOf, bytesOf, countOf, isDense, type KernelTable, type Machine, typeOf } from "../kernel.ts";
import type { Task } from "../pool/pool.ts";
import { leastWork, pieceCount } from "../split.ts";
import type { Walker } from "../walker.ts";
import { withDType } from "./general.ts";

/** A strided window of memory: strides in elements. */
export interface MemoryWindow {
  readonly address: number;
  readonly strides: readonly number[];
}

/** Row-major strides of a shape, in elements. */
export function denseStrides(shape: readonly number[]): number[] {
  const strides = shape.slice();
  let step = 1;
  for (let i = shape.length - 1; i >= 0; i--) {
    strides[i] = step;
    step *= shape[i]!;
  }
  return strides;
}

/** Copies a window of `shape` to another that does not overlap it; elements have 4 bytes or 1. */
export function copyWindow(
  machine: Machine,
  shape: readonly number[],
  from: MemoryWindow,
  to: MemoryWindow,
  bytes: number,
): void {
  const total = countOf(shape);
  if (total === 0) return;
  const { wasm, walker, threads } = machine;
  walker.merge(shape, from.strides, bytes, to.strides, bytes);
  const { sizes, strides } = walker;
  const x = from.address;
  const y = to.address;
  const n = sizes[0]!;
  const xStep = strides[0][0]!;
  const yStep = strides[1][0]!;
  const pieces = threads === 1 ? 1 : pieceCount(total, leastWork.cheap);
  const dense = xStep === bytes && yStep === bytes;
  const turned = dense || bytes !== 4 || yStep !== 4 ? 0 : turnedDim(walker);
  if (pieces > 1) copyInPieces(machine, from, to, bytes, { dense, turned, pieces });
  else if (dense) wasm.copyDense(x, y, n * bytes, walker.emit());
  else if (turned > 0) {
    wasm.transpose(x, y, sizes[turned]!, n, xStep, strides[1][turned]!, walker.emit(0, turned));
  } else if (bytes === 1) wasm.copyApartBytes(x, y, n, xStep, yStep, walker.emit());
  else wasm.copyApart(x, y, n, xStep, yStep, walker.emit());
}

/** Another dim that is dense in x, which makes the copy a transposition; 0 if there is none. */
function turnedDim({ strides: [xs], count }: Walker): number {
  for (let k = 1; k < count; k++) if (xs[k] === 4) return k;
  return 0;
}

/** Cuts the walk along the dim that makes most pieces; tiles of a transposition stay whole. */
function copyInPieces(
  { walker, parallel }: Machine,
  from: MemoryWindow,
  to: MemoryWindow,
  bytes: number,
  { dense, turned, pieces }: { dense: boolean; turned: number; pieces: number },
): void {
  const { sizes, strides, count } = walker;
  const [xStep, yStep] = [strides[0][0]!, strides[1][0]!];
  const grain = (k: number): number => (k > 0 && k !== turned ? 1 : turned > 0 ? 32 : 64);
  const partsOf = (k: number): number => Math.min(pieces, Math.ceil(sizes[k]! / grain(k)));
  let cut = count - 1;
  for (let k = count - 2; k >= 0; k--) if (partsOf(k) > partsOf(cut)) cut = k;
  const tasks: Task[] = [];
  walker.along(cut, pieces, grain(cut), (at0, at1) => {
    const [x, y, n] = [from.address + at0, to.address + at1, sizes[0]!];
    if (dense) tasks.push([x, y, n * bytes, walker.emit()]);
    else if (turned > 0) {
      tasks.push([x, y, sizes[turned]!, n, xStep, strides[1][turned]!, walker.emit(0, turned)]);
    } else tasks.push([x, y, n, xStep, yStep, walker.emit()]);
  });
  const apart = bytes === 1 ? "copyApartBytes" : "copyApart";
  parallel(dense ? "copyDense" : turned > 0 ? "transpose" : apart, tasks);
}

/** Copies an operand to an address, row-major. */
export function copyDenseTo(machine: Machine, x: Operand, address: number): void {
  const bytes = bytesOf(x);
  const total = countOf(x.shape);
  if (isDense(x) && (machine.threads === 1 || total < leastWork.cheap)) {
    machine.wasm.copyDense(addressOf(x), address, total * bytes, 0);
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
      const bytes = bytesOf(y!);
      const strides = denseStrides(y!.shape);
      let start = 0;
      for (const x of xs) {
        if (x.shape.length === 1 && x.shape[0] === 0) continue;
        const to = { address: addressOf(y!) + start * strides[dim]! * bytes, strides };
        withDType(machine, x, y!.dtype, (part) => {
          copyWindow(machine, part.shape, { address: addressOf(part), strides: part.strides }, to, bytes);
        });
        start += x.shape[dim]!;
      }
      return true;
    },
    pad([x], [y], attrs) {
      const { before, value } = attrs as { before: number[]; value: number };
      const bytes = bytesOf(y!);
      const address = addressOf(y!);
      if (y!.dtype === "float32") wasm.fill(address, countOf(y!.shape), value);
      else wasm.fillWith(address, countOf(y!.shape), value, typeOf(y!));
      const strides = denseStrides(y!.shape);
      let [skipped, placed] = [0, 0];
      const shape = x!.shape.map((size, d) => {
        const shift = before[d]!;
        skipped += Math.max(0, -shift) * x!.strides[d]!;
        placed += Math.max(0, shift) * strides[d]!;
        return Math.max(0, Math.min(size, y!.shape[d]! - shift) - Math.max(0, -shift));
      });
      const from = { address: addressOf(x!) + skipped * bytes, strides: x!.strides };
      copyWindow(machine, shape, from, { address: address + placed * bytes, strides }, bytes);
      return true;
    },
  };
}
