import { ArgumentError, keep, scope, type Tensor } from "@saccade/tensor";
import * as c from "@saccade/tensor/contract";
import { AttentionCache } from "../cache/attention-cache.ts";

/** What a recurrent attention knows of the tokens so far. */
export interface RecurrentState {
  /** (b, heads, dk, dv): the memory. */
  readonly state: Tensor;
  /** (b, 1, w − 1, features): the last inputs of the convolution; without one, no rows. */
  readonly inputs: Tensor;
}

/**
 * The state of one recurrent attention, for decoding token by token: a memory and the last inputs of its convolution, which each
 * call replaces. Its size does not depend on the number of tokens. Made by the `newCache` of a layer; a `GPT` makes them.
 * Gradients do not flow through it.
 *
 * @example
 * const layer = new GatedDeltaNet(4, 2).eval();
 * const cache = layer.newCache();
 * noGrad(() => [1, 2].forEach(() => layer.forward(ones([1, 1, 4]), { cache })));
 * cache.length // 2
 */
export class StateCache extends AttentionCache {
  /** The state after the tokens so far; undefined before the first. */
  get state(): RecurrentState | undefined {
    return this.rows === null ? undefined : { state: this.rows.keys, inputs: this.rows.values };
  }

  /** Replaces the state by that after `steps` more tokens. */
  replace({ state, inputs }: RecurrentState, steps: number): void {
    const length = this.count + steps;
    scope(() => {
      const [keys, values] = [keep(state.clone()), keep(inputs.clone())];
      this.dispose();
      this.rows = { keys, values, used: length, owners: 1 };
    });
    this.count = length;
  }

  /** A cache with the same state, which can be continued in another way. */
  override fork(): StateCache {
    const copy = new StateCache();
    copy.rows = this.rows;
    copy.count = this.count;
    if (this.rows !== null) this.rows.owners++;
    return copy;
  }

  /** @throws ArgumentError: a state has no keys and values. */
  override read(): never {
    throw this.#noKeys("read");
  }

  /** @throws ArgumentError: a state has no keys and values. */
  override append(): never {
    throw this.#noKeys("append");
  }

  #noKeys(method: string): ArgumentError {
    return new ArgumentError(
      `StateCache.${method}: it holds the state of a recurrent attention instead of keys and values; use each layer's own newCache().`,
    );
  }
}

/** The option `cache` of a recurrent attention. */
export const stateCacheRule: c.Rule<StateCache, undefined> = /* @__PURE__ */ c.withFix(
  /* @__PURE__ */ c.instanceOf("the StateCache of a recurrent attention", StateCache),
  "write cache: layer.newCache(), or gpt.newCache() for a GPT",
);
