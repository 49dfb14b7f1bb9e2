import type { KernelTable, Machine } from "../machine.ts";
import { classLossKernels } from "./class-losses.ts";
import { elementwiseKernels } from "./elementwise.ts";
import { embeddingKernels } from "./embedding.ts";
import { joiningKernels } from "./joining.ts";
import { matmulKernels } from "./matmul.ts";
import { movingKernels } from "./moving.ts";
import { multinomialKernels } from "./multinomial.ts";
import { normKernels } from "./norms.ts";
import { optimizerKernels } from "./optimizers.ts";
import { randomKernels } from "./random.ts";
import { rankingKernels } from "./ranking.ts";
import { reduceKernels } from "./reduce.ts";
import { rotaryKernels } from "./rotary.ts";
import { rowwiseKernels } from "./rowwise.ts";
import { scanKernels } from "./scan.ts";
import { squaredErrorKernels } from "./squared-error.ts";
import { totalNormKernels } from "./total-norm.ts";

/** Every kernel that there is, by the name of its op. */
export function kernelTable(machine: Machine): KernelTable {
  return {
    ...elementwiseKernels(machine),
    ...reduceKernels(machine),
    ...rowwiseKernels(machine),
    ...matmulKernels(machine),
    ...movingKernels(machine),
    ...joiningKernels(machine),
    ...embeddingKernels(machine),
    ...randomKernels(machine),
    ...optimizerKernels(machine),
    ...scanKernels(machine),
    ...rotaryKernels(machine),
    ...classLossKernels(machine),
    ...normKernels(machine),
    ...squaredErrorKernels(machine),
    ...rankingKernels(machine),
    ...multinomialKernels(machine),
    ...totalNormKernels(machine),
  };
}
