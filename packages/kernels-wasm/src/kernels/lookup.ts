import type { Operand } from "@saccade/tensor";
import { addressOf, countOf, type KernelTable, type Machine } from "../kernel.ts";
import { withDense } from "../scratch.ts";
import { copyDenseTo, denseStrides } from "./copy.ts";

/** No index: rows have numbers ≥ 0. */
const none = -1;

/** Looking up rows and elements by index, and adding to them. */
export function lookupKernels(machine: Machine): KernelTable {
  const { wasm, walker } = machine;
  return {
    embedding([weight, idx], [y]) {
      const [rows, width] = [weight!.shape[0]!, weight!.shape[1]!];
      const count = countOf(idx!.shape);
      const take = (from: number, rowBytes: number): void => {
        withDense(machine, idx!, (index) => {
          wasm.takeRows(from, index, addressOf(y!), 1, count, rows, width, rowBytes);
        });
      };
      if (weight!.strides[1] === 1 || width === 1) take(addressOf(weight!), weight!.strides[0]! * 4);
      else withDense(machine, weight!, (from) => take(from, width * 4));
      return true;
    },
    embeddingGradient([g, idx], [y], attrs) {
      const { paddingIdx } = attrs as { paddingIdx: number | null };
      if (y!.dtype !== "float32") return false;
      const [rows, width] = [y!.shape[0]!, y!.shape[1]!];
      wasm.zero(addressOf(y!), rows * width * 4);
      withDense(machine, g!, (from) => {
        withDense(machine, idx!, (index) => {
          wasm.addRows(from, index, addressOf(y!), 1, countOf(idx!.shape), rows, width, paddingIdx ?? none);
        });
      });
      return true;
    },
    indexSelect([x, idx], [y], attrs) {
      const { dim } = attrs as { dim: number };
      if (y!.dtype === "bool") return false;
      const { outer, size, inner } = around(x!, dim);
      withDense(machine, x!, (from) => {
        withDense(machine, idx!, (index) => {
          wasm.takeRows(from, index, addressOf(y!), outer, countOf(idx!.shape), size, inner, inner * 4);
        });
      });
      return true;
    },
    indexAdd([x, idx, source], [y], attrs) {
      const { dim } = attrs as { dim: number };
      if (y!.dtype !== "float32") return false;
      const { outer, size, inner } = around(x!, dim);
      copyDenseTo(machine, x!, addressOf(y!));
      withDense(machine, source!, (from) => {
        withDense(machine, idx!, (index) => {
          wasm.addRows(from, index, addressOf(y!), outer, countOf(idx!.shape), size, inner, none);
        });
      });
      return true;
    },
    gather([x, index], [y], attrs) {
      const { dim } = attrs as { dim: number };
      if (y!.dtype === "bool") return false;
      if (countOf(index!.shape) === 0) return true;
      walker.merge(index!.shape, stillAlong(x!, dim), 4, index!.strides, 4, y!.strides, 4);
      const { sizes, strides } = walker;
      const [xs, is, ys] = strides;
      const along = x!.strides[dim]! * 4;
      const outer = walker.emit();
      const [from, at, to] = [addressOf(x!), addressOf(index!), addressOf(y!)];
      wasm.take(from, at, to, sizes[0]!, xs[0]!, is[0]!, ys[0]!, along, outer);
      return true;
    },
    scatterAdd([x, index, source], [y], attrs) {
      const { dim } = attrs as { dim: number };
      if (y!.dtype !== "float32") return false;
      copyDenseTo(machine, x!, addressOf(y!));
      if (countOf(index!.shape) === 0) return true;
      const steps = denseStrides(y!.shape);
      const along = steps[dim]! * 4;
      steps[dim] = 0;
      walker.merge(index!.shape, steps, 4, index!.strides, 4, source!.strides, 4);
      const { sizes, strides } = walker;
      const [ys, is, ss] = strides;
      const outer = walker.emit();
      const [to, at, from] = [addressOf(y!), addressOf(index!), addressOf(source!)];
      wasm.putAdd(to, at, from, sizes[0]!, ys[0]!, is[0]!, ss[0]!, along, outer);
      return true;
    },
  };
}

/** Strides with which an operand stands still along a dim. */
function stillAlong({ strides }: Operand, dim: number): number[] {
  return strides.map((step, d) => (d === dim ? 0 : step));
}

function around({ shape }: Operand, dim: number): { outer: number; size: number; inner: number } {
  return { outer: countOf(shape.slice(0, dim)), size: shape[dim]!, inner: countOf(shape.slice(dim + 1)) };
}
