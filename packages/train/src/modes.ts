import type { TrainedModel } from "./options.ts";

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
