import type { KernelTable, Machine } from "../kernel.ts";
import { activationBackwardKernels } from "./activation-backward.ts";
import { additiveKernels } from "./additive.ts";
import { attentionKernels } from "./attention.ts";
import { binaryKernels } from "./binary.ts";
import { classLossKernels } from "./class-loss.ts";
import { convolutionKernels } from "./convolution.ts";
import { copyKernels } from "./copy.ts";
import { dropoutKernels } from "./dropout.ts";
import { foldKernels } from "./fold.ts";
import { generalKernels } from "./general.ts";
import { halfKernels } from "./half.ts";
import { layerNormKernels } from "./layer-norm.ts";
import { linearKernels } from "./linear.ts";
import { lookupKernels } from "./lookup.ts";
import { matmulKernels } from "./matmul.ts";
import { maxPoolKernels } from "./max-pool.ts";
import { mseLossKernels } from "./mse-loss.ts";
import { optimizerKernels } from "./optimizers.ts";
import { randomKernels } from "./random.ts";
import { reduceKernels } from "./reduce.ts";
import { rotaryKernels } from "./rotary.ts";
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
    ...activationBackwardKernels(machine),
    ...binaryKernels(machine),
    ...selectKernels(machine),
    ...generalKernels(machine),
    ...foldKernels(machine),
    ...scanKernels(machine),
    ...sortKernels(machine),
    ...copyKernels(machine),
    ...optimizerKernels(machine),
    ...lookupKernels(machine),
    ...randomKernels(machine),
    ...softmaxKernels(machine),
    ...reduceKernels(machine),
    ...layerNormKernels(machine),
    ...rotaryKernels(machine),
    ...mseLossKernels(machine),
    ...classLossKernels(machine),
    ...dropoutKernels(machine),
    ...matmulKernels(machine),
    ...linearKernels(machine),
    ...halfKernels(machine),
    ...convolutionKernels(machine),
    ...maxPoolKernels(machine),
    ...sequenceKernels(machine),
    ...attentionKernels(machine),
    ...additiveKernels(machine),
  };
}
