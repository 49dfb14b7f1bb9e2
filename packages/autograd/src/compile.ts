import { CompileError } from "@saccade/tensor";
import {
  type CapturedStep,
  captureStep,
  checkFunction,
  currentBatcher,
  isCapturing,
  isListening,
  isRecording,
  type KernelProgram,
} from "@saccade/tensor/backend";

/** A compiled step. Call it like the original step. */
export interface CompiledStep<A extends unknown[], R> {
  (...args: A): R;
  /** The number of captured steps that it holds. */
  readonly recordings: number;
  /** Frees the captured steps now, before the garbage collector does. The next call captures again. */
  dispose(): void;
}

/** The maximum number of captured steps. Beyond it, the least recently used one is dropped. */
const mostRecordings = 8;
/** After this many calls in a row without a capture, an error explains why. */
const mostAttempts = 3;
/** This many captures in a row without a replay give a warning. */
const warnAfter = 16;

// Frees the memory of compiled functions after they are collected. It references programs only: values that a step
// reads on the host may reference the function, as in a module that holds it in a field.
const dropped = new FinalizationRegistry<Set<KernelProgram>>((programs) => {
  for (const program of programs) program.free();
});

/**
 * Compiles a step so that it runs faster. The first call with given argument shapes captures its kernel calls with
 * their addresses; later calls replay them, without shape checks or allocation. Results are bitwise identical.
 *
 *     const step = compile((x: Tensor, y: Tensor) => optimizer.step(() => mseLoss(net.forward(x), y)));
 *
 * - Pass everything that changes between calls as an argument. Tensors (also in arrays and plain objects) are copied
 * in.
 * The step is captured again for a new shape, dtype or layout of a tensor, a new value of any other argument, after
 * `train()` or `eval()`, and if a parameter moved (after `loadStateDict`). Up to eight captured steps are kept.
 * - It is also captured again when a module that it uses has changed: a parameter, layer, number or method was
 * replaced, in a field or in an array, Map, Set or plain object in a field. Fields that the step itself changes, such as
 * counters, are not watched, and #private fields and objects of other classes cannot be.
 * - Replays use the current learning rates, other optimizer options, step counts and random numbers. Variables
 * that the step reads keep their captured values, and side effects happen only while capturing.
 * - An optimizer creates its state at its first step, so the first call runs uncompiled and the second is captured.
 * - Each captured step reserves its memory until the compiled function is collected or disposed.
 * - Inside another compiled step or `vmap`, under a tape, or while a call listens at a model's sites, the step runs uncompiled.
 *
 * @param step takes and returns tensors, alone or in arrays and plain objects.
 * @throws ArgumentError unless `step` is a function. Calls throw CompileError if the step reads a value (`item`,
 * `dataSync`, `nonzero`, …), keeps a tensor that it does not return, or trains a tensor that is also an argument;
 * TypeError if it returns a promise.
 * @example
 * const double = compile((x) => x.mul(2));
 * double(tensor([1, 2])) // tensor([2, 4])
 */
export function compile<A extends unknown[], R>(step: (...args: A) => R): CompiledStep<A, R> {
  checkFunction("compile", "step", step, "write compile((x, y) => optimizer.step(() => loss(x, y)))");
  const recordings = new Recordings();
  const compiled = (...args: A): R => {
    if (isCapturing() || isRecording() || isListening() || currentBatcher() !== null) return step(...args);
    return recordings.call(step, args);
  };
  const withMethods = Object.defineProperties(compiled, {
    recordings: { get: () => recordings.count },
    dispose: { value: () => recordings.drop() },
  }) as CompiledStep<A, R>;
  dropped.register(withMethods, recordings.programs);
  return withMethods;
}

/** The captured steps of one compiled function, most recently used first. */
class Recordings {
  readonly programs: Set<KernelProgram> = new Set();
  #steps: CapturedStep[] = [];
  // Calls in a row that could not be captured, and captures in a row without a replay.
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
      if (++this.#failed >= mostAttempts && call.kept !== null)
        throw new CompileError(
          `compile: the step keeps ${call.kept.describe()} beyond its end, in each of ${this.#failed} calls. Return ` +
            "it, in an array or a plain object, or leave the step uncompiled.",
        );
      return call.result;
    }
    this.#failed = 0;
    this.#steps.unshift(call.step);
    this.programs.add(call.step.program);
    if (this.#steps.length > mostRecordings) this.#drop(this.#steps.at(-1)!);
    if (++this.#made === warnAfter) {
      this.#made = Number.NEGATIVE_INFINITY; // warn only once
      console.warn(
        `saccade: a compiled step was captured ${warnAfter} times and never replayed, so compile costs more than ` +
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
