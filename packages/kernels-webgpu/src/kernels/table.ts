import type { KernelTable, Machine } from "../machine.ts";
import { convolutionKernels } from "./convolution.ts";
import { elementwiseKernels } from "./elementwise.ts";
import { matmulKernels } from "./matmul.ts";
import { maxPoolKernels } from "./max-pool.ts";
import { movingKernels } from "./moving.ts";
import { optimizerKernels } from "./optimizers.ts";
import { randomKernels } from "./random.ts";
import { reduceKernels } from "./reduce.ts";
import { rotaryKernels } from "./rotary.ts";
import { rowwiseKernels } from "./rowwise.ts";
import { scanKernels } from "./scan.ts";
import { sequenceKernels } from "./sequence.ts";

/** Every kernel that there is, by the name of its op. */
export function kernelTable(machine: Machine): KernelTable {
  return {
    ...elementwiseKernels(machine),
    ...reduceKernels(machine),
    ...rowwiseKernels(machine),
    ...matmulKernels(machine),
    ...movingKernels(machine),
    ...randomKernels(machine),
    ...optimizerKernels(machine),
    ...scanKernels(machine),
    ...sequenceKernels(machine),
    ...convolutionKernels(machine),
    ...maxPoolKernels(machine),
    ...rotaryKernels(machine),
  };
}
