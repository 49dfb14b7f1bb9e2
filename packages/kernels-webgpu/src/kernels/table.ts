import type { KernelTable, Machine } from "../machine.ts";
import { additiveKernels } from "./additive-scores.ts";
import { attentionKernels } from "./attention.ts";
import { classLossKernels } from "./class-losses.ts";
import { elementwiseKernels } from "./elementwise.ts";
import { embeddingKernels } from "./embedding.ts";
import { halfKernels } from "./half-linear.ts";
import { joiningKernels } from "./joining.ts";
import { maskedProductKernels } from "./masked-products.ts";
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
    ...halfKernels(machine),
    ...movingKernels(machine),
    ...joiningKernels(machine),
    ...embeddingKernels(machine),
    ...randomKernels(machine),
    ...optimizerKernels(machine),
    ...scanKernels(machine),
    ...totalNormKernels(machine),
    ...rotaryKernels(machine),
    ...classLossKernels(machine),
    ...normKernels(machine),
    ...squaredErrorKernels(machine),
    ...rankingKernels(machine),
    ...multinomialKernels(machine),
    ...attentionKernels(machine),
    ...additiveKernels(machine),
    ...maskedProductKernels(machine),
  };
}
