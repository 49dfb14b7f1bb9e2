import type { KernelTable } from "@saccade/tensor/backend";
import type { Machine } from "../machine.ts";
import { attentionKernels } from "./attention.ts";
import { scoreKernels } from "./attention-scores.ts";
import { convolutionKernels } from "./convolution.ts";
import { elementwiseKernels } from "./elementwise.ts";
import { embeddingKernels } from "./embedding.ts";
import { joiningKernels } from "./joining.ts";
import { lossKernels } from "./losses.ts";
import { matmulKernels } from "./matmul.ts";
import { movingKernels } from "./moving.ts";
import { optimizerKernels } from "./optimizers.ts";
import { randomKernels } from "./random.ts";
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
    ...movingKernels(machine),
    ...joiningKernels(machine),
    ...embeddingKernels(machine),
    ...randomKernels(machine),
    ...optimizerKernels(machine),
    ...scanKernels(machine),
    ...totalNormKernels(machine),
    ...sequenceKernels(machine),
    ...convolutionKernels(machine),
    ...lossKernels(machine),
    ...normKernels(machine),
    ...rankingKernels(machine),
    ...attentionKernels(machine),
    ...scoreKernels(machine),
  };
}
