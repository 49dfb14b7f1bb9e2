import type { KernelOp } from "../kernel.ts";
import { gatherElements } from "./iterate.ts";

/** The kernel that copies a window into row-major memory. Backends have a fast one under this name. */
export const contiguousKernel: KernelOp = {
  name: "contiguous",
  forward([x], [out]) {
    const { data, offset } = out!;
    gatherElements(x!.data, x!, offset === 0 ? data : data.subarray(offset));
  },
};
