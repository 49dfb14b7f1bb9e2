import type { KernelTable, Machine } from "../machine.ts";
import { attentionCall, operandsOf } from "./attention-call.ts";
import { runForward } from "./attention-forward.ts";

/** Words that a dispatch has. */
const mostWords = 64;

/** Scaled dot-product attention without a matrix of weights. */
export function attentionKernels(machine: Machine): KernelTable {
  return {
    scaledDotProduct(inputs, [output, logSumExp], attrs) {
      const { shape } = logSumExp!;
      const call = attentionCall(operandsOf(inputs, attrs), attrs, shape.slice(0, -1));
      if (call.words.length + 5 > mostWords) return false;
      if (call.batches * call.lq > 0) runForward(machine, call, output!, logSumExp!);
      return true;
    },
  };
}
