import { full, keep, type Shape, type Tensor } from "@saccade/tensor";
import { requireFresh, withoutTapes } from "@saccade/tensor/backend";
import { converted } from "../parameter.ts";

/**
 * The optimizer state of one parameter: the number of updates, and state tensors of its shape, which are created on
 * first use and outlive every scope.
 */
export class ParamState {
  #step: number = 0;
  /** The state tensors by name. */
  readonly tensors: Map<string, Tensor> = new Map();
  readonly #param: Tensor;

  constructor(param: Tensor) {
    this.#param = param;
  }

  /** The number of updates so far. In a step that `compile` captures, rules must read it in `fresh`. */
  get step(): number {
    requireFresh("state.step");
    return this.#step;
  }

  set step(step: number) {
    requireFresh("state.step");
    this.#step = step;
  }

  /**
   * The state tensor with a given name, created on the first call and filled with `fill`, in the parameter's shape unless
   * another is given. If the parameter has moved to another backend or dtype, the state follows.
   */
  tensor(name: string, fill: number = 0, shape: Shape = this.#param.shape): Tensor {
    const found = this.tensors.get(name);
    const { backend, dtype } = this.#param;
    if (found !== undefined && found.backend === backend && found.dtype === dtype) return found;
    const made = keep(
      found === undefined
        ? full(shape, fill, { backend, dtype })
        : withoutTapes(() => converted(found, this.#param)),
    );
    this.tensors.set(name, made);
    found?.dispose();
    return made;
  }

  /** Prepares the values of another state for {@link replace}: on the parameter's backend, with their own handles. */
  prepare(values: Readonly<Record<string, Tensor>>): Map<string, Tensor> {
    return new Map(Object.entries(values).map(([name, value]) => [name, ownedCopy(value, this.#param)]));
  }

  /** Replaces the state by values returned by {@link prepare}. Cannot fail. */
  replace(step: number, prepared: ReadonlyMap<string, Tensor>): void {
    for (const old of this.tensors.values()) old.dispose();
    this.tensors.clear();
    this.#step = step;
    for (const [name, value] of prepared) this.tensors.set(name, keep(value));
  }
}

// A separate handle that shares the storage if possible; the next update then writes to new storage.
function ownedCopy(value: Tensor, param: Tensor): Tensor {
  const there = value.to(param.backend);
  return there.isContiguous && there.offset === 0 ? there.detach() : there.clone();
}
