import { CompileError } from "@saccade/tensor";
import {
  type CapturedStep,
  captureStep,
  checkFunction,
  isRecording,
  isRecordingStep,
  type KernelProgram,
} from "@saccade/tensor/backend";

/** A step that `compile` gave: called like the step itself. */
export interface CompiledStep<A extends unknown[], R> {
  (...args: A): R;
  /** How many recordings it holds now. */
  readonly recordings: number;
  /** Gives the recordings' memory back before the garbage collector would; the next call records anew. */
  dispose(): void;
}

/** So many recordings are kept; beyond, the one that was not used for the longest time goes. */
const mostRecordings = 8;
/** After so many calls in a row of which no recording came, it is said why. */
const mostAttempts = 3;
/** So many recordings without a replay between them bring a warning. */
const warnAfter = 16;

// Gives back the memory of compiled functions that were collected. It holds programs only: what a step reads on the
// host may lead back to the function, as in a module that has it in a field.
const dropped = new FinalizationRegistry<Set<KernelProgram>>((programs) => {
  for (const program of programs) program.free();
});

/**
 * A step that runs faster: its first call with arguments of given shapes records the kernels that it runs, with
 * their addresses; later calls run these again, with no shape work and no allocation. Results are the same, bit for bit.
 *
 *     const step = compile((x: Tensor, y: Tensor) => optimizer.step(() => mseLoss(net.forward(x), y)));
 *
 * - What changes from call to call goes in as an argument: tensors (in arrays and plain objects too) are copied in.
 *   Another shape, dtype or layout of a tensor, another value of any other argument, `train()` or `eval()`, or a
 *   parameter that moved (after `loadStateDict`) records anew; up to eight recordings are kept.
 * - Learning rates, the other options of optimizers, step counts and random numbers are those of the call. All else that
 *   the step's code reads, variables and fields, is as it was when it was recorded: what it does beside tensors
 *   happens in recorded calls only.
 * - An optimizer makes its state at its first step, so that this one runs as it is and the second is recorded.
 * - The memory of a step stays reserved for each recording, until the compiled function is collected or disposed of.
 * - Inside another compiled step, or where a gradient is being recorded, the step runs as it is.
 *
 * @param step takes and returns tensors, alone or in arrays and plain objects.
 * @throws ArgumentError unless `step` is a function. Calls throw CompileError when the step reads a value (`item`, `dataSync`, `nonzero`, …), keeps a tensor that it does not
 * return, or trains a tensor that is also an argument. TypeError when it returns a promise.
 */
export function compile<A extends unknown[], R>(step: (...args: A) => R): CompiledStep<A, R> {
  checkFunction("compile", "step", step, "write compile((x, y) => optimizer.step(() => loss(x, y)))");
  const recordings = new Recordings();
  const compiled = (...args: A): R => {
    if (isRecordingStep() || isRecording()) return step(...args);
    return recordings.call(step, args);
  };
  const withMethods = Object.defineProperties(compiled, {
    recordings: { get: () => recordings.count },
    dispose: { value: () => recordings.drop() },
  }) as CompiledStep<A, R>;
  dropped.register(withMethods, recordings.programs);
  return withMethods;
}

/** The recordings of one compiled function, the one that was used last in front. */
class Recordings {
  readonly programs: Set<KernelProgram> = new Set();
  #steps: CapturedStep[] = [];
  // Calls in a row that could not be recorded, and recordings in a row without a replay.
  #failed: number = 0;
  #made: number = 0;

  get count(): number {
    return this.#steps.length;
  }

  call<A extends unknown[], R>(step: (...args: A) => R, args: A): R {
    for (let i = 0; i < this.#steps.length; i++) {
      const recorded = this.#steps[i]!;
      const tensors = recorded.accepts(args);
      if (tensors === null) continue;
      if (i > 0) {
        this.#steps.splice(i, 1);
        this.#steps.unshift(recorded);
      }
      this.#made = 0;
      return recorded.replay(tensors) as R;
    }
    return this.#record(step, args);
  }

  #record<A extends unknown[], R>(step: (...args: A) => R, args: A): R {
    for (const stale of this.#steps.filter((recorded) => recorded.isStale)) this.#drop(stale);
    const call = captureStep(step, args);
    if (call.step === null) {
      if (++this.#failed >= mostAttempts && call.kept !== null) {
        throw new CompileError(
          `compile: the step keeps ${call.kept.describe()} beyond its end, in each of ${this.#failed} calls. Return ` +
            "it, in an array or a plain object, or leave the step uncompiled.",
        );
      }
      return call.result;
    }
    this.#failed = 0;
    this.#steps.unshift(call.step);
    this.programs.add(call.step.program);
    if (this.#steps.length > mostRecordings) this.#drop(this.#steps.at(-1)!);
    if (++this.#made === warnAfter) {
      this.#made = Number.NEGATIVE_INFINITY; // once is enough
      console.warn(
        `saccade: a compiled step was recorded ${warnAfter} times and never replayed, so that compile costs more than ` +
          "it saves. Pass tensors of few different shapes, and other arguments that stay the same.",
      );
    }
    return call.result;
  }

  drop(): void {
    for (const step of this.#steps) this.#drop(step);
  }

  #drop(step: CapturedStep): void {
    this.#steps = this.#steps.filter((other) => other !== step);
    this.programs.delete(step.program);
    step.program.free();
  }
}
