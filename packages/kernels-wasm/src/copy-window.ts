import { contiguousStrides, type Operand } from "@saccade/tensor/backend";
import { addressOf, bytesOf, countOf, isDense, type Machine } from "./kernel.ts";
import type { Task } from "./pool/pool.ts";
import { leastWork, pieceCount } from "./split.ts";

/** A strided window of memory: strides in elements. */
export interface MemoryWindow {
  readonly address: number;
  readonly strides: readonly number[];
}

/** Copies a window of `shape` to another that does not overlap it; elements have 4 bytes or 1. */
export function copyWindow(
  { wasm, walker, threads, parallel }: Machine,
  shape: readonly number[],
  from: MemoryWindow,
  to: MemoryWindow,
  bytes: number,
): void {
  const total = countOf(shape);
  if (total === 0) return;
  walker.merge(shape, from.strides, bytes, to.strides, bytes);
  const { sizes, strides, count } = walker;
  const [xs, ys] = strides;
  // The kernel takes two dims at a time: the innermost, and the one that goes through x in its order. If elements are
  // not dense, a dim of stride 0 comes last.
  const reach = (d: number): number => Math.abs(xs[d]!) || (xs[0] === bytes ? 0 : Number.POSITIVE_INFINITY);
  let k = 1;
  for (let d = 2; d < count; d++) if (reach(d) < reach(k)) k = d;
  const xRow = xs[k] ?? 0;
  const yRow = ys[k] ?? 0;
  const rows = (): number => (k < count ? sizes[k]! : 1);
  const pieces = threads === 1 ? 1 : pieceCount(total, leastWork.cheap);
  const xStep = xs[0]!;
  const yStep = ys[0]!;
  if (pieces === 1) {
    const block = walker.emit(0, k);
    wasm.copy(from.address, to.address, bytes, sizes[0]!, xStep, yStep, rows(), xRow, yRow, block);
    return;
  }
  // Split along the dim with the most pieces. Elements are only moved, so any split gives the same result.
  const grain = (d: number): number => (d === 0 ? 64 : d === k ? 16 : 1);
  const partsOf = (d: number): number => Math.min(pieces, Math.ceil(sizes[d]! / grain(d)));
  let cut = count - 1;
  for (let d = count - 2; d >= 0; d--) if (partsOf(d) > partsOf(cut)) cut = d;
  const tasks: Task[] = [];
  walker.along(cut, pieces, grain(cut), (at0, at1) => {
    const [x, y, block] = [from.address + at0, to.address + at1, walker.emit(0, k)];
    tasks.push([x, y, bytes, sizes[0]!, xStep, yStep, rows(), xRow, yRow, block]);
  });
  parallel("copy", tasks);
}

/** Copies an operand to an address, row-major. */
export function copyDenseTo(machine: Machine, x: Operand, address: number): void {
  const bytes = bytesOf(x);
  const total = countOf(x.shape);
  if (isDense(x) && (machine.threads === 1 || total < leastWork.cheap)) {
    machine.wasm.copyRows(addressOf(x), address, total * bytes, 1, 0, 0);
    return;
  }
  const from = { address: addressOf(x), strides: x.strides };
  copyWindow(machine, x.shape, from, { address, strides: contiguousStrides(x.shape) }, bytes);
}
