import { fullLike, keep, type Tensor } from "@saccade/tensor";
import { requireWork, withoutTapes } from "@saccade/tensor/backend";

/**
 * What an optimizer remembers of one parameter: how often it was updated, and state tensors of its shape, which
 * are made when first asked for and outlive every scope.
 */
export class ParamState {
  #step: number = 0;
  /** The state tensors by name. */
  readonly tensors: Map<string, Tensor> = new Map();
  readonly #param: Tensor;

  constructor(param: Tensor) {
    this.#param = param;
  }

  /** Updates so far. In a step that `compile` records, a rule reads it in `hostWork`. */
  get step(): number {
    requireWork("state.step");
    return this.#step;
  }

  set step(step: number) {
    requireWork("state.step");
    this.#step = step;
  }

  /**
   * The state tensor of a name; on the first call one filled with `fill`. Where the parameter has moved to another
   * backend since, the state moves too.
   */
  tensor(name: string, fill: number = 0): Tensor {
    const found = this.tensors.get(name);
    if (found !== undefined && found.backend === this.#param.backend) return found;
    const made = keep(
      found === undefined ? fullLike(this.#param, fill) : withoutTapes(() => found.to(this.#param.backend)),
    );
    this.tensors.set(name, made);
    found?.dispose();
    return made;
  }

  /** The values of another state as {@link replace} takes them: on the parameter's backend, each whole. */
  prepare(values: ReadonlyMap<string, Tensor>): Map<string, Tensor> {
    return new Map([...values].map(([name, value]) => [name, ownedCopy(value, this.#param)]));
  }

  /** Takes over another state, whose values {@link prepare} gave. It cannot fail. */
  replace(step: number, prepared: ReadonlyMap<string, Tensor>): void {
    for (const old of this.tensors.values()) old.dispose();
    this.tensors.clear();
    this.#step = step;
    for (const [name, value] of prepared) this.tensors.set(name, keep(value));
  }
}

// A handle of our own. It shares the storage where that is possible: the next update then writes elsewhere.
function ownedCopy(value: Tensor, param: Tensor): Tensor {
  const there = value.to(param.backend);
  return there.isContiguous && there.offset === 0 ? there.detach() : there.clone();
}
