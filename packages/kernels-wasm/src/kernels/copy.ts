import { contiguousStrides } from "@saccade/tensor/backend";
import { copyDenseTo, copyWindow } from "../copy-window.ts";
import { addressOf, bytesOf, countOf, type KernelTable, type Machine, typeOf } from "../kernel.ts";
import { withDType } from "./general.ts";

/** Ops that only move elements. */
export function copyKernels(machine: Machine): KernelTable {
  const { wasm } = machine;
  return {
    contiguous([x], [y]) {
      copyDenseTo(machine, x!, addressOf(y!));
      return true;
    },
    embed([x], [y], { window }) {
      const bytes = bytesOf(y!);
      const address = addressOf(y!);
      wasm.zero(address, countOf(y!.shape) * bytes);
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
      if (y!.dtype === "float32") wasm.fill(address, countOf(y!.shape), value);
      else wasm.fillWith(address, countOf(y!.shape), value, typeOf(y!));
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
  };
}
