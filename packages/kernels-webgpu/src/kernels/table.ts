import type { KernelTable, Machine } from "../machine.ts";
import { elementwiseKernels } from "./elementwise.ts";
import { halfKernels } from "./half-linear.ts";
import { matmulKernels } from "./matmul.ts";
import { movingKernels } from "./moving.ts";
import { optimizerKernels } from "./optimizers.ts";
import { randomKernels } from "./random.ts";
import { reduceKernels } from "./reduce.ts";
import { rotaryKernels } from "./rotary.ts";
import { rowwiseKernels } from "./rowwise.ts";
import { scanKernels } from "./scan.ts";
import { totalNormKernels } from "./total-norm.ts";

/** Every kernel that there is, by the name of its op. */
export function kernelTable(machine: Machine): KernelTable {
  return {
    ...elementwiseKernels(machine),
    ...reduceKernels(machine),
    ...rowwiseKernels(machine),
    ...matmulKernels(machine),
    ...halfKernels(machine),
    ...movingKernels(machine),
    ...randomKernels(machine),
    ...optimizerKernels(machine),
    ...scanKernels(machine),
    ...totalNormKernels(machine),
    ...rotaryKernels(machine),
  };
}
