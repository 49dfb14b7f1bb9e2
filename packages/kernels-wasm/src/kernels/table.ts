import type { KernelTable, Machine } from "../kernel.ts";
import { additiveKernels } from "./additive.ts";
import { attentionKernels } from "./attention.ts";
import { binaryKernels } from "./binary.ts";
import { convolutionKernels } from "./convolution.ts";
import { copyKernels } from "./copy.ts";
import { elementKernels } from "./elements.ts";
import { generalKernels } from "./general.ts";
import { linearKernels } from "./linear.ts";
import { lookupKernels } from "./lookup.ts";
import { lossKernels } from "./losses.ts";
import { matmulKernels } from "./matmul.ts";
import { normKernels } from "./norms.ts";
import { optimizerKernels } from "./optimizers.ts";
import { reduceKernels } from "./reduce.ts";
import { scanKernels } from "./scan.ts";
import { selectKernels } from "./select.ts";
import { sequenceKernels } from "./sequence.ts";
import { softmaxKernels } from "./softmax.ts";
import { sortKernels } from "./sort.ts";
import { unaryKernels } from "./unary.ts";

/** Every kernel that there is, by the name of its op. */
export function kernelTable(machine: Machine): KernelTable {
  return {
    ...unaryKernels(machine),
    ...binaryKernels(machine),
    ...selectKernels(machine),
    ...generalKernels(machine),
    ...scanKernels(machine),
    ...sortKernels(machine),
    ...copyKernels(machine),
    ...optimizerKernels(machine),
    ...lookupKernels(machine),
    ...elementKernels(machine),
    ...softmaxKernels(machine),
    ...normKernels(machine),
    ...lossKernels(machine),
    ...reduceKernels(machine),
    ...matmulKernels(machine),
    ...linearKernels(machine),
    ...convolutionKernels(machine),
    ...sequenceKernels(machine),
    ...attentionKernels(machine),
    ...additiveKernels(machine),
  };
}
