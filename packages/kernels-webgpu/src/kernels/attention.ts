import { type KernelTable, type Machine, mostWords } from "../machine.ts";
import { runBackward } from "./attention-backward.ts";
import { attentionCall, operandsOf } from "./attention-call.ts";
import { runForward } from "./attention-forward.ts";
import { mostRows, runRows } from "./attention-row.ts";

/** Scaled dot-product attention without a matrix of weights. */
export function attentionKernels(machine: Machine): KernelTable {
  return {
    scaledDotProduct(inputs, [output, logSumExp], attrs) {
      const { shape } = logSumExp!;
      const call = attentionCall(operandsOf(inputs, attrs), attrs, shape.slice(0, -1));
      if (output!.dtype !== "float32" || call.words.length > mostWords - 5) return false;
      const run = call.lq <= mostRows && !machine.isSoftware ? runRows : runForward;
      if (call.batches * call.lq > 0) run(machine, call, output!, logSumExp!);
      return true;
    },
    scaledDotProductBackward([g, gLogSumExp, output, logSumExp, ...inputs], [dq, dk, dv], attrs) {
      const operands = operandsOf(inputs, attrs, g);
      const batch = g!.shape.slice(0, -2);
      const saved = { output: output!, logSumExp: logSumExp!, gLogSumExp: gLogSumExp! };
      return runBackward(machine, { operands, attrs, batch, ...saved }, [dq!, dk!, dv!]);
    },
  };
}
