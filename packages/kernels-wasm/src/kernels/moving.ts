import type { DType } from "@saccade/tensor";
import {
  contiguousStrides,
  type Kernel,
  type KernelTable,
  numelOf,
  type Operand,
} from "@saccade/tensor/backend";
import {
  addressOf,
  bytesOf,
  copyDenseTo,
  copyWindow,
  type Machine,
  typeOf,
  withAllDense,
  withDense,
} from "../kernel.ts";
import * as codes from "../shared/codes.ts";
import { withDType } from "./general.ts";

// Elements copied and looked up.

/** No index: rows have numbers ≥ 0. */
const none = -1;

/** Copying elements, looking up rows and elements by index, and adding to them. */
export function movingKernels(machine: Machine): KernelTable {
  const { wasm, walker } = machine;
  // out = x, then out[index] = source or += source.
  const put = (how: (dtype: DType) => number): Kernel<{ readonly dim: number }> => {
    return ([x, index, source], [y], { dim }) => {
      const bytes = bytesOf(y!);
      copyDenseTo(machine, x!, addressOf(y!));
      if (numelOf(index!.shape) === 0) return true;
      const steps = contiguousStrides(y!.shape);
      const along = steps[dim]! * bytes;
      steps[dim] = 0;
      walker.merge(index!.shape, steps, bytes, index!.strides, 4, source!.strides, bytes);
      const { sizes, strides } = walker;
      const [ys, is, ss] = strides;
      const block = walker.emit();
      const [to, at, from] = [addressOf(y!), addressOf(index!), addressOf(source!)];
      wasm.put(how(y!.dtype), to, at, from, sizes[0]!, bytes, ys[0]!, is[0]!, ss[0]!, along, block);
      return true;
    };
  };
  return {
    contiguous([x], [y]) {
      copyDenseTo(machine, x!, addressOf(y!));
      return true;
    },
    embed([x], [y], { window }) {
      const bytes = bytesOf(y!);
      const address = addressOf(y!);
      wasm.zero(address, numelOf(y!.shape) * bytes);
      const from = { address: addressOf(x!), strides: x!.strides };
      const to = { address: address + window.offset * bytes, strides: window.strides };
      copyWindow(machine, x!.shape, from, to, bytes);
      return true;
    },
    cat(xs, [y], { dim }) {
      const bytes = bytesOf(y!);
      const strides = contiguousStrides(y!.shape);
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
    pad([x], [y], { before, value }) {
      const bytes = bytesOf(y!);
      const address = addressOf(y!);
      if (y!.dtype === "float32") wasm.fill(address, numelOf(y!.shape), value);
      else wasm.fillWith(address, numelOf(y!.shape), value, typeOf(y!));
      const strides = contiguousStrides(y!.shape);
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
    embedding([weight, idx], [y]) {
      const [rows, width] = [weight!.shape[0]!, weight!.shape[1]!];
      const count = numelOf(idx!.shape);
      const take = (from: number, rowBytes: number): void => {
        withDense(machine, idx!, (index) => {
          wasm.takeRows(from, index, addressOf(y!), 1, count, rows, width * 4, rowBytes);
        });
      };
      if (weight!.strides[1] === 1 || width === 1) take(addressOf(weight!), weight!.strides[0]! * 4);
      else withDense(machine, weight!, (from) => take(from, width * 4));
      return true;
    },
    embeddingGradient([g, idx], [y], { paddingIdx }) {
      const add = y!.dtype === "float32" ? wasm.addRows : wasm.addRowsInt;
      const [rows, width] = [y!.shape[0]!, y!.shape[1]!];
      wasm.zero(addressOf(y!), rows * width * 4);
      withAllDense(machine, [g!, idx!], ([from, index]) => {
        add(from!, index!, addressOf(y!), 1, numelOf(idx!.shape), rows, width, paddingIdx ?? none);
      });
      return true;
    },
    indexSelect([x, idx], [y], { dim }) {
      const { outer, size, inner } = around(x!, dim);
      const bytes = inner * bytesOf(x!);
      withAllDense(machine, [x!, idx!], ([from, index]) => {
        wasm.takeRows(from!, index!, addressOf(y!), outer, numelOf(idx!.shape), size, bytes, bytes);
      });
      return true;
    },
    indexAdd([x, idx, source], [y], { dim }) {
      const add = y!.dtype === "float32" ? wasm.addRows : wasm.addRowsInt;
      const { outer, size, inner } = around(x!, dim);
      copyDenseTo(machine, x!, addressOf(y!));
      withAllDense(machine, [source!, idx!], ([from, index]) => {
        add(from!, index!, addressOf(y!), outer, numelOf(idx!.shape), size, inner, none);
      });
      return true;
    },
    indexCopy([x, idx, source], [y], { dim }) {
      const { outer, size, inner } = around(x!, dim);
      copyDenseTo(machine, x!, addressOf(y!));
      withAllDense(machine, [source!, idx!], ([from, index]) => {
        wasm.putRows(from!, index!, addressOf(y!), outer, numelOf(idx!.shape), size, inner * bytesOf(x!));
      });
      return true;
    },
    gather([x, index], [y], { dim }) {
      if (numelOf(index!.shape) === 0) return true;
      const bytes = bytesOf(x!);
      walker.merge(index!.shape, stillAlong(x!, dim), bytes, index!.strides, 4, y!.strides, bytes);
      const { sizes, strides } = walker;
      const [xs, is, ys] = strides;
      const along = x!.strides[dim]! * bytes;
      const block = walker.emit();
      const [from, at, to] = [addressOf(x!), addressOf(index!), addressOf(y!)];
      wasm.take(from, at, to, sizes[0]!, bytes, xs[0]!, is[0]!, ys[0]!, along, block);
      return true;
    },
    scatter: put(() => codes.replace),
    scatterAdd: put((dtype) => (dtype === "float32" ? codes.addFloat : codes.addInt)),
  };
}

/** Strides of an operand with stride 0 along a dim. */
function stillAlong({ strides }: Operand, dim: number): number[] {
  return strides.map((step, d) => (d === dim ? 0 : step));
}

function around({ shape }: Operand, dim: number): { outer: number; size: number; inner: number } {
  return { outer: numelOf(shape.slice(0, dim)), size: shape[dim]!, inner: numelOf(shape.slice(dim + 1)) };
}
