import type { Tensor, TypedArray } from "@saccade/tensor";
import { withoutTraces } from "@saccade/tensor/backend";

/** Deduplicated elements of constants: every trace makes the same tables again, once per layer. */

export class Pool {
  readonly #parameters: Map<Tensor, TypedArray> = new Map();
  readonly #constants: Map<string, TypedArray[]> = new Map();

  /** The elements of x in row-major order. Those of a parameter are read once, those of a constant compared. */
  elementsOf(x: Tensor, lasting: boolean): TypedArray {
    const known = this.#parameters.get(x);
    if (known) return known;
    const data = withoutTraces(() => x.dataSync());
    if (lasting) {
      this.#parameters.set(x, data);
      return data;
    }
    const key = `${x.dtype} ${data.length} ${data[0]} ${data.at(-1)}`;
    const alike = this.#constants.get(key) ?? [];
    const same = alike.find((other) => sameElements(other, data));
    if (same) return same;
    this.#constants.set(key, [...alike, data]);
    return data;
  }
}

/** Whether two arrays hold the same numbers; NaN is NaN, and −0 is not 0. */
export function sameElements(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (!Object.is(a[i], b[i])) return false;
  return true;
}
