import { compile, type LossResult, noGrad } from "@saccade/autograd";
import { DivergedError, type MaybeGradient, type Optimizer } from "@saccade/nn";
import { getRandomState, type RandomState, scope, setRandomState, Tensor, zeros } from "@saccade/tensor";
import { ArgumentError, describeValue } from "@saccade/tensor/checks";
import * as fused from "@saccade/tensor/fused";
import type { Numbers } from "./events.ts";
import type { TrainedModel } from "./options.ts";

// A step of training, with the modes and the random numbers that it sets and puts back.

/** One optimizer step in numbers. */
export interface StepNumbers {
  /** The mean or the sum over its batches, as their gradients were. */
  readonly loss: number;
  /** Before clipping. */
  readonly gradNorm: number;
  /** Sums over its batches, the loss's too. */
  readonly sums: Numbers;
  readonly batches: number;
}

type Step<B> = (batch: B) => LossResult;

/** The functions that process a batch, compiled or not. */
export interface BatchSteps<B> {
  /** A whole optimizer step. */
  readonly step: (batch: B) => { readonly loss: Tensor; readonly gradNorm: Tensor };
  /** The loss and its gradients, one for each of the optimizer's parameters. */
  readonly gradients: (batch: B) => {
    readonly value: { readonly loss: Tensor };
    readonly grads: MaybeGradient[];
  };
}

export function batchSteps<B>(optimizer: Optimizer, trainingStep: Step<B>, compiled: boolean): BatchSteps<B> {
  const step: BatchSteps<B>["step"] = (batch) =>
    optimizer.step(() => withLoss("trainingStep", trainingStep(batch)));
  const gradients: BatchSteps<B>["gradients"] = (batch) => {
    const loss = (): { readonly loss: Tensor } => withLoss("trainingStep", trainingStep(batch));
    const { value, grads } = optimizer.gradients(loss, "trainingStep");
    return { value, grads };
  };
  return compiled ? { step: compile(step), gradients: compile(gradients) } : { step, gradients };
}

/** A batch, of any type; null where the epoch has no more. */
export type Next<B> = { readonly batch: B } | null;

/**
 * Runs one optimizer step on one batch. Null when there was none.
 *
 * @throws DivergedError naming the step when the loss is not finite; the update was made then.
 */
export function trainOnBatch<B>(steps: BatchSteps<B>, next: Next<B>, number: number): StepNumbers | null {
  if (next === null) return null;
  return scope(() => {
    const { gradNorm, ...rest } = steps.step(next.batch);
    const sums = readNumbers("trainingStep", rest);
    return { loss: finite(sums, number), gradNorm: gradNorm.item(), sums, batches: 1 };
  });
}

/**
 * One optimizer step on the gradients of up to `count` batches, averaged or added. Null when there was no batch.
 *
 * @throws DivergedError naming the step when a loss is not finite, before the update.
 */
export function trainOnBatches<B>(
  steps: BatchSteps<B>,
  optimizer: Optimizer,
  nextBatch: () => Next<B>,
  { count, reduction, number }: { count: number; reduction: "mean" | "sum"; number: number },
): StepNumbers | null {
  return scope(() => {
    let grads: MaybeGradient[] = [];
    let sums: Numbers = {};
    let batches = 0;
    while (batches < count) {
      const next = nextBatch();
      if (next === null) break;
      const added = scope(() => {
        const { value, grads: more } = steps.gradients(next.batch);
        const numbers = readNumbers("trainingStep", value);
        finite(numbers, number);
        return { numbers, grads: more.map((grad, i) => plus(grads[i], grad)) };
      });
      grads = added.grads;
      sums = addNumbers(sums, added.numbers);
      batches++;
    }
    if (batches === 0) return null;
    const scale = reduction === "mean" ? 1 / batches : 1;
    const scaled = grads.map((grad) => (scale === 1 ? grad : grad?.mul(scale)));
    const gradNorm = normOf(optimizer, scaled).item();
    optimizer.update(scaled);
    return { loss: (sums["loss"] ?? 0) * scale, gradNorm, sums, batches };
  });
}

function plus(a: MaybeGradient, b: MaybeGradient): MaybeGradient {
  return a && b ? a.add(b) : (a ?? b);
}

// The norm before clipping, as optimizer.step gives it.
function normOf({ clip }: Optimizer, grads: readonly MaybeGradient[]): Tensor {
  const present = grads.filter((grad) => grad !== null && grad !== undefined);
  const { normType = 2 } = typeof clip === "object" && clip !== null ? clip : {};
  return present.length === 0 ? zeros([]) : fused.totalNorm(present, normType);
}

/** Evaluates a batch without gradients. */
export function evaluateBatch<B>(validationStep: Step<B>, batch: B): Numbers {
  return noGrad(() => readNumbers("validationStep", withLoss("validationStep", validationStep(batch))));
}

/** Sums by name. */
export function addNumbers(a: Numbers, b: Numbers): Numbers {
  const sums: Record<string, number> = { ...a };
  for (const [name, value] of Object.entries(b)) sums[name] = (sums[name] ?? 0) + value;
  return sums;
}

function withLoss(what: string, result: LossResult): { readonly loss: Tensor } {
  if (result instanceof Tensor) return { loss: result };
  if (typeof result === "object" && result !== null && result.loss instanceof Tensor) return result;
  const found = result instanceof Promise ? "a promise" : describeValue(result);
  const fix = result instanceof Promise ? "it cannot be asynchronous" : "return the loss";
  throw new ArgumentError(
    `Trainer: ${what} must return the loss, a scalar tensor, or { loss, … }, got ${found}; ${fix}.`,
  );
}

function readNumbers(what: string, result: { readonly loss: Tensor }): Numbers {
  const read = Object.entries<unknown>({ ...result }).map(([name, value]): [string, number] => {
    if (typeof value === "number") return [name, value];
    if (value instanceof Tensor && value.numel === 1) return [name, value.item()];
    const found = describeValue(value);
    if (name === "loss")
      throw new ArgumentError(
        `Trainer: ${what} returned ${found} as loss; it must be a scalar, as sum() or mean() gives it.`,
      );
    throw new ArgumentError(
      `Trainer: ${what} returned ${name} as ${found}; beside the loss it may return single numbers only. ` +
        "Ask for other tensors between steps: trainer.betweenSteps(() => …).",
    );
  });
  return Object.fromEntries(read);
}

function finite({ loss = Number.NaN }: Numbers, step: number): number {
  if (!Number.isFinite(loss)) throw new DivergedError(loss, step);
  return loss;
}

/** Sets the modes that training and validation need, and restores the user's. */
export class Modes {
  readonly #model: TrainedModel;
  #modules: readonly { training: boolean }[] = [];
  // The modules that were in eval mode when the model was last in train mode: they stay there.
  #still: readonly { training: boolean }[] = [];

  constructor(model: TrainedModel) {
    this.#model = model;
  }

  /** Updates the list of the model's modules. */
  list(): void {
    this.#modules = [...(this.#model.modules?.() ?? [])];
    this.#note();
  }

  #note(): void {
    if (this.#model.training === true) this.#still = this.#modules.filter(({ training }) => !training);
  }

  /** Runs `work` in train mode, except modules that the user has set to eval mode in a model in train mode. */
  training<R>(work: () => R): R {
    if (this.#model.training === true) {
      this.#note();
      return work();
    }
    const giveBack = this.save();
    this.#model.train();
    for (const module of this.#still) module.training = false;
    try {
      return work();
    } finally {
      giveBack();
    }
  }

  /** Sets eval mode. */
  evaluating(): void {
    if (this.#model.training !== false) this.#model.eval();
  }

  /** Returns a function that restores the current modes. A model without a mode is set to train mode. */
  save(): () => void {
    const { modules, training } = this.#model;
    if (modules === undefined || training === undefined) return () => void this.#model.train();
    const before = Array.from(this.#model.modules?.() ?? [], (module) => [module, module.training] as const);
    return () => {
      for (const [module, mode] of before) module.training = mode;
    };
  }

  /** Runs `f` and sets the modes of before again. */
  kept<T>(f: () => T | Promise<T>): T | Promise<T> {
    const giveBack = this.save();
    let result: T | Promise<T>;
    try {
      result = f();
    } catch (error) {
      giveBack();
      throw error;
    }
    if (result instanceof Promise) return result.finally(giveBack);
    giveBack();
    return result;
  }
}

/**
 * The random numbers of a run. They start from the default generator's state and replace it while the run computes, so that
 * the run and other code do not affect each other's random numbers.
 */
export class RunRandom {
  #state: RandomState | null = null;

  /** Takes the default generator's state, unless the run has started or was restored. */
  start(): void {
    this.#state ??= getRandomState();
  }

  /** Runs `work` with the run's numbers; before it has started, with the default generator's. */
  lend<R>(work: () => R): R {
    if (this.#state === null) return work();
    const outer = getRandomState();
    setRandomState(this.#state);
    try {
      return work();
    } finally {
      this.#state = getRandomState();
      setRandomState(outer);
    }
  }

  /** Runs `work`, which finally sets the default generator; the run continues from there. */
  take<R>(work: () => R): R {
    const outer = getRandomState();
    try {
      const result = work();
      this.#state = getRandomState();
      return result;
    } finally {
      setRandomState(outer);
    }
  }
}
