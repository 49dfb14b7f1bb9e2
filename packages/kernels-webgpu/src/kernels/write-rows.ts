import { type AnyKernel, type Attrs, contiguousStrides } from "@saccade/tensor/backend";
import { type Machine, windowOn } from "../machine.ts";

interface RowsAttrs extends Attrs {
  readonly start: number;
}

/** Ops that other packages define, by name: a cache's new keys and values, written in place. */
export function cacheKernels(machine: Machine): Readonly<Record<string, AnyKernel>> {
  return {
    writeRows([target, source], [out], attrs) {
      const { start } = attrs as RowsAttrs;
      const copy = { name: "writeRows", names: ["x"], types: [out!.dtype], value: "x" };
      if (target!.buffer !== out!.buffer) machine.elementwise({ ...copy, reads: [target!], result: out! });
      const strides = contiguousStrides(out!.shape);
      const rows = windowOn(out!, source!.shape, strides, out!.offset + start * strides[2]!);
      machine.elementwise({ ...copy, reads: [source!], result: rows });
      return true;
    },
  };
}
