import type { KernelTable, Machine } from "../kernel.ts";
import { unaryKernels } from "./unary.ts";

/** Every kernel that there is, by the name of its op. */
export function kernelTable(machine: Machine): KernelTable {
  return {
    ...unaryKernels(machine),
  };
}
