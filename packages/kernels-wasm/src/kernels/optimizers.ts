import {
  type AdagradStepAttrs,
  type AdamStepAttrs,
  type Kernel,
  type KernelTable,
  numelOf,
  type Operand,
  type RmspropStepAttrs,
  type SgdStepAttrs,
  type StepAttrs,
} from "@saccade/tensor/backend";
import { addressOf, isDense, type Machine } from "../kernel.ts";
import type { Task } from "../pool/pool.ts";
import { leastWork, pieceCount, ranges } from "../split.ts";

/** One parameter of an update. */
interface Row {
  /** The addresses of the parameter, its gradient and its states, and of their new values; 0 for an absent state. */
  readonly addresses: readonly number[];
  readonly count: number;
  readonly index: number;
}

/** Optimizer updates of dense float32 parameters: one call per parameter, or several for a large one. */
export function optimizerKernels(machine: Machine): KernelTable {
  return {
    sgdStep: overParameters<SgdStepAttrs>(
      machine,
      "sgdStep",
      ({ momentum }) => [momentum > 0],
      ({ lr, weightDecay, momentum, dampening, nesterov, first, maximize }, index) => {
        const flags = [Number(nesterov), Number(first[index] ?? false)];
        return [lr, sign(maximize), weightDecay, momentum, 1 - dampening, ...flags];
      },
    ),
    adamStep: overParameters<AdamStepAttrs>(
      machine,
      "adamStep",
      ({ amsgrad }) => [true, true, amsgrad],
      ({ lr, weightDecay, beta1, beta2, eps, decoupled, steps, maximize }, index) => {
        const step = steps[index]!;
        return [
          lr / (1 - beta1 ** step),
          1 / Math.sqrt(1 - beta2 ** step),
          decoupled ? 1 - lr * weightDecay : 1,
          sign(maximize),
          decoupled ? 0 : weightDecay,
          ...[beta1, 1 - beta1, beta2, 1 - beta2, eps],
        ];
      },
    ),
    rmspropStep: overParameters<RmspropStepAttrs>(
      machine,
      "rmspropStep",
      ({ centered, momentum }) => [true, centered, momentum > 0],
      ({ lr, weightDecay, alpha, eps, momentum, maximize }) => {
        return [lr, sign(maximize), weightDecay, alpha, 1 - alpha, momentum, eps];
      },
    ),
    adagradStep: overParameters<AdagradStepAttrs>(
      machine,
      "adagradStep",
      () => [true],
      ({ lr, weightDecay, eps, lrDivisors, maximize }, index) => {
        return [lr / lrDivisors[index]!, sign(maximize), weightDecay, eps];
      },
    ),
  };
}

type Name = "sgdStep" | "adamStep" | "rmspropStep" | "adagradStep";

/**
 * `states` lists the states that an optimizer has, in the kernel's order; `settings` returns the kernel's last arguments for
 * a parameter.
 */
function overParameters<A extends StepAttrs>(
  machine: Machine,
  name: Name,
  states: (attrs: A) => readonly boolean[],
  settings: (attrs: A, index: number) => readonly number[],
): Kernel<A> {
  const kernel: (...args: number[]) => number = machine.wasm[name];
  return (inputs, outputs, attrs) => {
    if (!inputs.every(isPlain)) return false;
    const has = states(attrs);
    const rows = rowsOf(inputs, outputs, has);
    // Inputs and outputs of a parameter differ by its gradient; one more is a scalar that multiplies all of these first.
    const factor = inputs.length > outputs.length + rows.length ? addressOf(inputs.at(-1)!) : 0;
    const args = ({ addresses, count, index }: Row): Task => {
      return [...addresses, count, factor, ...settings(attrs, index)];
    };
    const total = rows.reduce((sum, { count }) => sum + count, 0);
    const pieces = machine.threads === 1 ? 1 : pieceCount(total, leastWork.function);
    if (pieces === 1) for (const row of rows) kernel(...args(row));
    else {
      const cut = rows.flatMap((row) => cutRow(row, Math.ceil((row.count / total) * pieces)));
      machine.parallel(name, cut.map(args));
    }
    return true;
  };
}

function rowsOf(inputs: readonly Operand[], outputs: readonly Operand[], has: readonly boolean[]): Row[] {
  const rows: Row[] = [];
  let [from, to] = [0, 0];
  while (to < outputs.length) {
    const count = numelOf(outputs[to]!.shape);
    const addresses = [addressOf(inputs[from++]!), addressOf(inputs[from++]!)];
    for (const is of has) addresses.push(is ? addressOf(inputs[from++]!) : 0);
    addresses.push(addressOf(outputs[to++]!));
    for (const is of has) addresses.push(is ? addressOf(outputs[to++]!) : 0);
    rows.push({ addresses, count, index: rows.length });
  }
  return rows;
}

function cutRow({ addresses, count, index }: Row, pieces: number): Row[] {
  return ranges(count, pieces, 16).map(([from, some]) => {
    return { addresses: addresses.map((address) => address && address + from * 4), count: some, index };
  });
}

function isPlain(x: Operand): boolean {
  return x.dtype === "float32" && isDense(x);
}

function sign(maximize: boolean): number {
  return maximize ? -1 : 1;
}
