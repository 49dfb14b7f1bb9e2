import type { Module } from "@saccade/nn";

/** The modules whose forward pass is running. */
export class Places {
  readonly #names: string[] = [];

  /** The name of the innermost module, with its class. */
  get current(): string {
    return this.#names.at(-1) ?? "";
  }

  /** Runs `f` while the forward passes of `models` are watched. */
  watch<T>(models: Readonly<Record<string, Module>>, f: () => T): T {
    const undo: (() => void)[] = [];
    try {
      for (const [prefix, model] of Object.entries(models)) {
        for (const [name, module] of model.namedModules()) {
          const path = [prefix, name].filter((part) => part !== "").join(".");
          undo.push(
            this.#watchOne(module, `${path === "" ? "the model" : path} (${module.constructor.name})`),
          );
        }
      }
      return f();
    } finally {
      for (const step of undo) step();
    }
  }

  #watchOne(module: Module, name: string): () => void {
    const own = Object.getOwnPropertyDescriptor(module, "forward");
    const forward = module.forward;
    const names = this.#names;
    Object.defineProperty(module, "forward", {
      configurable: true,
      enumerable: false,
      value: (...args: never[]): unknown => {
        names.push(name);
        try {
          return forward.apply(module, args);
        } finally {
          names.pop();
        }
      },
    });
    return () => {
      Reflect.deleteProperty(module, "forward");
      if (own) Object.defineProperty(module, "forward", own);
    };
  }
}
