/** Choices determined by a seed: xorshift with 32 bits of state (Marsaglia 2003, Xorshift RNGs). */
export class Choices {
  #state: number;

  constructor(seed: number) {
    // Seeds that lie close together start far apart, and both halves of a seed above 2^32 count; 0 would stay 0.
    const mixed = Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(Math.floor(seed / 2 ** 32), 0x85ebca6b);
    this.#state = mixed === 0 ? 1 : mixed;
    for (let i = 0; i < 8; i++) this.next();
  }

  /** Uniform in [0, 1). */
  next(): number {
    let bits = this.#state;
    bits ^= bits << 13;
    bits ^= bits >>> 17;
    bits ^= bits << 5;
    this.#state = bits;
    return (bits >>> 0) / 2 ** 32;
  }

  /** True with this probability. */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** One of the list, which is not empty. */
  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.next() * list.length)]!;
  }

  /** One of the values, with probabilities proportional to their weights. */
  weighted<T>(choices: readonly (readonly [value: T, weight: number])[]): T {
    let left = this.next() * choices.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [value, weight] of choices) {
      left -= weight;
      if (left < 0) return value;
    }
    return choices.at(-1)![0];
  }
}
