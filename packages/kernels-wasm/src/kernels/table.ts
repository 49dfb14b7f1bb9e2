import type { KernelTable, Machine } from "../kernel.ts";
import { binaryKernels } from "./binary.ts";
import { copyKernels } from "./copy.ts";
import { gruKernels } from "./gru.ts";
import { lookupKernels } from "./lookup.ts";
import { optimizerKernels } from "./optimizers.ts";
import { productKernels } from "./product.ts";
import { randomKernels } from "./random.ts";
import { reduceKernels } from "./reduce.ts";
import { selectKernels } from "./select.ts";
import { softmaxKernels } from "./softmax.ts";
import { unaryKernels } from "./unary.ts";

/** Every kernel that there is, by the name of its op. */
export function kernelTable(machine: Machine): KernelTable {
  return {
    ...unaryKernels(machine),
    ...binaryKernels(machine),
    ...selectKernels(machine),
    ...copyKernels(machine),
    ...optimizerKernels(machine),
    ...lookupKernels(machine),
    ...randomKernels(machine),
    ...softmaxKernels(machine),
    ...reduceKernels(machine),
    ...gruKernels(machine),
    ...productKernels(machine),
  };
}
