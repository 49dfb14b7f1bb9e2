import type { KernelTable } from "@saccade/tensor/backend";
import type { Machine } from "../machine.ts";
import { attentionKernels } from "./attention.ts";
import { additiveKernels, maskedProductKernels } from "./attention-scores.ts";
import { convolutionKernels, maxPoolKernels } from "./convolution.ts";
import { elementwiseKernels } from "./elementwise.ts";
import { embeddingKernels, rotaryKernels } from "./embedding.ts";
import { joiningKernels } from "./joining.ts";
import { classLossKernels, squaredErrorKernels } from "./losses.ts";
import { halfKernels, matmulKernels } from "./matmul.ts";
import { movingKernels } from "./moving.ts";
import { optimizerKernels } from "./optimizers.ts";
import { multinomialKernels, randomKernels } from "./random.ts";
import { rankingKernels, scanKernels } from "./ranking.ts";
import { reduceKernels, totalNormKernels } from "./reduce.ts";
import { normKernels, rowwiseKernels } from "./rows.ts";
import { sequenceKernels } from "./sequence.ts";

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
    ...sequenceKernels(machine),
    ...convolutionKernels(machine),
    ...maxPoolKernels(machine),
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
