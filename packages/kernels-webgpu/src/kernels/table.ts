import type { KernelTable, Machine } from "../machine.ts";
import { elementwiseKernels } from "./elementwise.ts";

/** Every kernel that there is, by the name of its op. */
export function kernelTable(machine: Machine): KernelTable {
  return { ...elementwiseKernels(machine) };
}
