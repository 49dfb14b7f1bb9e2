import type { KernelTable } from "@saccade/tensor/backend";
import type { Machine } from "../kernel.ts";
import { additiveKernels, attentionKernels } from "./attention.ts";
import { convolutionKernels } from "./convolution.ts";
import { binaryKernels, unaryKernels } from "./elementwise.ts";
import { generalKernels } from "./general.ts";
import { matmulKernels } from "./matmul.ts";
import { movingKernels } from "./moving.ts";
import { optimizerKernels } from "./optimizers.ts";
import { reduceKernels, scanKernels } from "./reduce.ts";
import { elementKernels, lossKernels, normKernels, softmaxKernels } from "./rows.ts";
import { linearKernels } from "./sequence.ts";

/** Every kernel that there is, by the name of its op. */
export function kernelTable(machine: Machine): KernelTable {
  return {
    ...unaryKernels(machine),
    ...binaryKernels(machine),
    ...generalKernels(machine),
    ...scanKernels(machine),
    ...optimizerKernels(machine),
    ...movingKernels(machine),
    ...elementKernels(machine),
    ...softmaxKernels(machine),
    ...normKernels(machine),
    ...lossKernels(machine),
    ...reduceKernels(machine),
    ...matmulKernels(machine),
    ...linearKernels(machine),
    ...convolutionKernels(machine),
    ...attentionKernels(machine),
    ...additiveKernels(machine),
  };
}
