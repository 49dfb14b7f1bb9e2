import type { Operand } from "@saccade/tensor";
import { addressOf, countOf, isDense, type KernelTable, type Machine } from "../kernel.ts";

interface Step {
  readonly lr: number;
  readonly weightDecay: number;
  readonly maximize: boolean;
}

interface SgdStep extends Step {
  readonly momentum: number;
  readonly dampening: number;
  readonly nesterov: boolean;
  readonly first: boolean;
}

interface AdamStep extends Step {
  readonly beta1: number;
  readonly beta2: number;
  readonly eps: number;
  readonly decoupled: boolean;
  readonly step: number;
}

interface RmspropStep extends Step {
  readonly alpha: number;
  readonly eps: number;
  readonly momentum: number;
  readonly centered: boolean;
}

/** Optimizer updates of dense float32 parameters. */
export function optimizerKernels({ wasm }: Machine): KernelTable {
  return {
    sgdStep(inputs, outputs, attrs) {
      if (!inputs.every(isPlain)) return false;
      const { lr, weightDecay, maximize, momentum, dampening, nesterov, first } = attrs as SgdStep;
      const [p, g, buffer] = inputs;
      const [y, bufferOut] = outputs;
      wasm.sgdStep(
        addressOf(p!),
        addressOf(g!),
        optional(buffer),
        addressOf(y!),
        optional(bufferOut),
        countOf(y!.shape),
        lr,
        maximize ? -1 : 1,
        weightDecay,
        momentum,
        1 - dampening,
        Number(nesterov),
        Number(first),
      );
      return true;
    },
    adamStep(inputs, outputs, attrs) {
      if (!inputs.every(isPlain)) return false;
      const { lr, weightDecay, maximize, beta1, beta2, eps, decoupled, step } = attrs as AdamStep;
      const [p, g, m, v, most] = inputs;
      const [y, mOut, vOut, mostOut] = outputs;
      wasm.adamStep(
        addressOf(p!),
        addressOf(g!),
        addressOf(m!),
        addressOf(v!),
        optional(most),
        addressOf(y!),
        addressOf(mOut!),
        addressOf(vOut!),
        optional(mostOut),
        countOf(y!.shape),
        lr / (1 - beta1 ** step),
        1 / Math.sqrt(1 - beta2 ** step),
        decoupled ? 1 - lr * weightDecay : 1,
        maximize ? -1 : 1,
        decoupled ? 0 : weightDecay,
        beta1,
        1 - beta1,
        beta2,
        1 - beta2,
        eps,
      );
      return true;
    },
    rmspropStep(inputs, outputs, attrs) {
      if (!inputs.every(isPlain)) return false;
      const { lr, weightDecay, maximize, alpha, eps, momentum, centered } = attrs as RmspropStep;
      const [p, g, square] = inputs;
      const [y, squareOut] = outputs;
      const mean = centered ? 3 : inputs.length;
      const buffer = momentum > 0 ? 3 + Number(centered) : inputs.length;
      wasm.rmspropStep(
        addressOf(p!),
        addressOf(g!),
        addressOf(square!),
        optional(inputs[mean]),
        optional(inputs[buffer]),
        addressOf(y!),
        addressOf(squareOut!),
        optional(outputs[mean - 1]),
        optional(outputs[buffer - 1]),
        countOf(y!.shape),
        lr,
        maximize ? -1 : 1,
        weightDecay,
        alpha,
        1 - alpha,
        momentum,
        eps,
      );
      return true;
    },
    adagradStep(inputs, outputs, attrs) {
      if (!inputs.every(isPlain)) return false;
      const { lr, weightDecay, maximize, eps } = attrs as Step & { readonly eps: number };
      const [p, g, sum] = inputs;
      const [y, sumOut] = outputs;
      wasm.adagradStep(
        addressOf(p!),
        addressOf(g!),
        addressOf(sum!),
        addressOf(y!),
        addressOf(sumOut!),
        countOf(y!.shape),
        lr,
        maximize ? -1 : 1,
        weightDecay,
        eps,
      );
      return true;
    },
  };
}

function isPlain(x: Operand): boolean {
  return x.dtype === "float32" && isDense(x);
}

function optional(x: Operand | undefined): number {
  return x === undefined ? 0 : addressOf(x);
}
