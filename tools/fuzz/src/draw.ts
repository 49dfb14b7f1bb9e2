/** Random choices of one case, which a seed and the case's number repeat. */
export class Draw {
  #state: number;

  constructor(seed: number, part: string, index: number) {
    this.#state = 0;
    for (const letter of `${seed} ${part} ${index}`) this.#state = mix(this.#state ^ letter.codePointAt(0)!);
  }

  /** A number from 0 to 1, without 1. */
  next(): number {
    this.#state = (this.#state + 0x9e37_79b9) | 0;
    return mix(this.#state) / 2 ** 32;
  }

  /** A whole number from 0, less than `count`. */
  below(count: number): number {
    return Math.floor(this.next() * count);
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(list: readonly T[]): T {
    const one = list[this.below(list.length)];
    if (one === undefined && list.length === 0) throw new Error("draw: nothing to pick from");
    return one as T;
  }

  /** A number of a normal distribution. */
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next());
  }
}

/** The finalizer of MurmurHash3. */
function mix(state: number): number {
  let x = state;
  x = Math.imul(x ^ (x >>> 16), 0x85eb_ca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2_ae35);
  return (x ^ (x >>> 16)) >>> 0;
}
