import type { Pretrained } from "@saccade/pretrained";
import { fromData, memory, profile, resetPeakMemory, scope, type Tensor } from "@saccade/tensor";
import type { Ours } from "../backends.ts";
import type { Inputs, Outputs, Program } from "../program.ts";
import { gpuProgram } from "./webgpu-programs.ts";

/** The arguments of a case's program on Saccade: the backend is set already. */
export interface Saccade extends Ours {
  /** Opens the checkpoint of a folder, with 16-bit weights. */
  readonly open: Open;
  tensor(inputs: Inputs, name: string): Tensor;
  tensors(inputs: Inputs): Record<string, Tensor>;
  /** A program that computes f of the named inputs again and again. */
  calculation<const N extends readonly string[]>(
    inputs: Inputs,
    names: N,
    f: (...xs: { [I in keyof N]: Tensor }) => Tensor | readonly Tensor[],
  ): Program;
  /** A program of training steps: its outputs are the losses of the first three. */
  training(step: () => Tensor): Program;
}

/** How a checkpoint is opened: from a disk in Node, from a URL in a tab. */
export type Open = (folder: string) => Promise<Pretrained>;

export function saccadeLibrary(ours: Ours, open: Open): Saccade {
  const tensor = (inputs: Inputs, name: string): Tensor => {
    const { data, shape } = inputs[name]!;
    return fromData(data, shape);
  };
  return {
    ...ours,
    open,
    tensor,
    tensors: (inputs) => Object.fromEntries(Object.keys(inputs).map((name) => [name, tensor(inputs, name)])),
    calculation(inputs, names, f) {
      const xs = names.map((name) => tensor(inputs, name)) as { [I in keyof typeof names]: Tensor };
      const once = (): readonly Tensor[] => {
        const result = f(...xs);
        return Array.isArray(result) ? result : [result as Tensor];
      };
      const outputs = (): Outputs => scope(() => once().map((y) => y.dataSync()));
      if (ours.counts !== null) return { outputs, ...gpuProgram(once, ours.counts) };
      return {
        outputs,
        run: () => {
          scope(() => {
            once();
          });
        },
        facts: () => ({ extraMiB: extraMemory(once) }),
      };
    },
    training(step) {
      const outputs = (): Outputs => [[0, 1, 2].map(() => scope(() => step().item()))];
      if (ours.counts !== null) return { outputs, ...gpuProgram(() => [step()], ours.counts) };
      return {
        outputs,
        run: () => {
          scope(() => {
            step();
          });
        },
        facts: () => ({ kernelsMs: kernelTime(step) }),
      };
    },
  };
}

// The peak of memory in excess of the memory before and of the results.
function extraMemory(once: () => readonly Tensor[]): number {
  return scope(() => {
    resetPeakMemory();
    const before = memory().bytes;
    const results = once().reduce((bytes, y) => bytes + 4 * y.numel, 0);
    return (memory().peak - before - results) / 2 ** 20;
  });
}

// The sum of only a step's kernels, the minimum of a few steps.
function kernelTime(step: () => Tensor): number {
  const sums = Array.from({ length: 5 }, () => {
    const { kernels } = scope(() => ({ kernels: profile(step).kernels }));
    return [...kernels.values()].reduce((sum, { ms }) => sum + ms, 0);
  });
  return Math.min(...sums);
}
