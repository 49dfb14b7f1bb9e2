import type {
  AdagradStepAttrs,
  AdamStepAttrs,
  Operand,
  RmspropStepAttrs,
  SgdStepAttrs,
  StepAttrs,
} from "@saccade/tensor/backend";
import { addressOf, countOf, isDense, type Kernel, type KernelTable, type Machine } from "../kernel.ts";
import type { Task } from "../pool/pool.ts";
import { leastWork, pieceCount, ranges } from "../split.ts";

/** One parameter of an update: addresses, 0 for what is absent. */
interface Row {
  readonly param: number;
  readonly grad: number;
  readonly states: readonly number[];
  readonly paramOut: number;
  readonly statesOut: readonly number[];
  readonly count: number;
  /** A scalar by which the gradient is multiplied first. */
  readonly factor: number;
  readonly index: number;
}

/** Optimizer updates of dense float32 parameters: a call a parameter, or several for one of many elements. */
export function optimizerKernels(machine: Machine): KernelTable {
  return {
    sgdStep: overParameters<SgdStepAttrs>(
      machine,
      "sgdStep",
      ({ momentum }) => Number(momentum > 0),
      (
        { param, grad, states: [buffer = 0], paramOut, statesOut: [bufferOut = 0], count, factor, index },
        attrs,
      ) => {
        const { lr, weightDecay, momentum, dampening, nesterov, first } = attrs;
        return [
          param,
          grad,
          buffer,
          paramOut,
          bufferOut,
          count,
          factor,
          lr,
          sign(attrs),
          weightDecay,
          momentum,
          1 - dampening,
          Number(nesterov),
          Number(first[index] ?? false),
        ];
      },
    ),
    adamStep: overParameters<AdamStepAttrs>(
      machine,
      "adamStep",
      ({ amsgrad }) => (amsgrad ? 3 : 2),
      ({ param, grad, states, paramOut, statesOut, count, factor, index }, attrs) => {
        const { lr, weightDecay, beta1, beta2, eps, decoupled, steps } = attrs;
        const [m, v, most = 0] = states;
        const [mOut, vOut, mostOut = 0] = statesOut;
        const step = steps[index]!;
        return [
          param,
          grad,
          m!,
          v!,
          most,
          paramOut,
          mOut!,
          vOut!,
          mostOut,
          count,
          factor,
          lr / (1 - beta1 ** step),
          1 / Math.sqrt(1 - beta2 ** step),
          decoupled ? 1 - lr * weightDecay : 1,
          sign(attrs),
          decoupled ? 0 : weightDecay,
          beta1,
          1 - beta1,
          beta2,
          1 - beta2,
          eps,
        ];
      },
    ),
    rmspropStep: overParameters<RmspropStepAttrs>(
      machine,
      "rmspropStep",
      ({ centered, momentum }) => 1 + Number(centered) + Number(momentum > 0),
      ({ param, grad, states, paramOut, statesOut, count, factor }, attrs) => {
        const { lr, weightDecay, alpha, eps, momentum, centered } = attrs;
        const [mean, buffer] = centered ? [1, 2] : [-1, 1];
        return [
          param,
          grad,
          states[0]!,
          states[mean] ?? 0,
          states[buffer] ?? 0,
          paramOut,
          statesOut[0]!,
          statesOut[mean] ?? 0,
          statesOut[buffer] ?? 0,
          count,
          factor,
          lr,
          sign(attrs),
          weightDecay,
          alpha,
          1 - alpha,
          momentum,
          eps,
        ];
      },
    ),
    adagradStep: overParameters<AdagradStepAttrs>(
      machine,
      "adagradStep",
      () => 1,
      ({ param, grad, states: [sum], paramOut, statesOut: [sumOut], count, factor, index }, attrs) => {
        const { lr, weightDecay, eps, lrDivisors } = attrs;
        const rate = lr / lrDivisors[index]!;
        return [param, grad, sum!, paramOut, sumOut!, count, factor, rate, sign(attrs), weightDecay, eps];
      },
    ),
  };
}

type Name = "sgdStep" | "adamStep" | "rmspropStep" | "adagradStep";

/**
 * A kernel that is called with the arguments `args` for each parameter; see `stepOp` of @saccade/tensor for how the
 * operands stand.
 */
function overParameters<A extends StepAttrs>(
  machine: Machine,
  name: Name,
  states: (attrs: A) => number,
  args: (row: Row, attrs: A) => Task,
): Kernel<A> {
  const kernel: (...args: number[]) => number = machine.wasm[name];
  return (inputs, outputs, attrs) => {
    if (!inputs.every(isPlain)) return false;
    const rows = rowsOf(inputs, outputs, 2 + states(attrs));
    const total = rows.reduce((sum, { count }) => sum + count, 0);
    const pieces = machine.threads === 1 ? 1 : pieceCount(total, leastWork.function);
    if (pieces === 1) for (const row of rows) kernel(...args(row, attrs));
    else {
      const cut = rows.flatMap((row) => cutRow(row, Math.ceil((row.count / total) * pieces)));
      machine.parallel(
        name,
        cut.map((row) => args(row, attrs)),
      );
    }
    return true;
  };
}

function rowsOf(inputs: readonly Operand[], outputs: readonly Operand[], width: number): Row[] {
  const rows: Row[] = [];
  const factor = inputs.length % width === 1 ? addressOf(inputs.at(-1)!) : 0;
  for (let at = 0; at + width <= inputs.length; at += width) {
    const index = rows.length;
    const out = at - index;
    rows.push({
      param: addressOf(inputs[at]!),
      grad: addressOf(inputs[at + 1]!),
      states: inputs.slice(at + 2, at + width).map(addressOf),
      paramOut: addressOf(outputs[out]!),
      statesOut: outputs.slice(out + 1, out + width - 1).map(addressOf),
      count: countOf(outputs[out]!.shape),
      factor,
      index,
    });
  }
  return rows;
}

function cutRow(row: Row, pieces: number): Row[] {
  return ranges(row.count, pieces, 16).map(([from, count]) => {
    const after = (address: number): number => address + from * 4;
    return {
      ...row,
      param: after(row.param),
      grad: after(row.grad),
      states: row.states.map(after),
      paramOut: after(row.paramOut),
      statesOut: row.statesOut.map(after),
      count,
    };
  });
}

function isPlain(x: Operand): boolean {
  return x.dtype === "float32" && isDense(x);
}

function sign({ maximize }: StepAttrs): number {
  return maximize ? -1 : 1;
}
