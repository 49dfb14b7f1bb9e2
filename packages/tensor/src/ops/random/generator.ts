import { ArgumentError, checkInteger, describeValue, instanceOf, withFix } from "@saccade/contract";
import { fresh, requireFresh } from "../../apply/capture/words.ts";

/** The position in a stream of random numbers. Plain JSON, for checkpoints. */
export interface RandomState {
  /** The key of the generator: two whole numbers from 0 to 2³² − 1. */
  readonly seed: readonly [number, number];
  /** The number of tensors drawn so far. */
  readonly offset: number;
}

/**
 * A seeded stream of random tensors. It is counter-based: tensor number `offset`, element i, is a pure
 * function of (seed, offset, i), the same on every backend, thread count and runtime.
 *
 * @example
 * const a = new Generator(7);
 * const b = new Generator(7);
 * rand([2], { generator: a }).eq(rand([2], { generator: b })) // tensor([True, True], dtype=bool)
 */
export class Generator {
  #seed: readonly [number, number] = [0, 0];
  #offset: number = 0;

  /** @throws ArgumentError unless `seed` is a whole number from 0 to 2^53 − 1. */
  constructor(seed: number = 0) {
    this.#start("Generator", seed);
  }

  /**
   * Restarts the stream from a seed.
   *
   * @throws ArgumentError unless `seed` is a whole number from 0 to 2^53 − 1.
   */
  manualSeed(seed: number): this {
    this.#start("manualSeed", seed);
    return this;
  }

  #start(what: string, seed: number): void {
    checkInteger(what, "seed", seed, 0);
    fresh(() => {
      this.#seed = [seed >>> 0, Math.floor(seed / 2 ** 32) >>> 0];
      this.#offset = 0;
    });
  }

  /** The current state, for {@link setState}. */
  getState(): RandomState {
    return { seed: this.#seed, offset: this.#offset };
  }

  /**
   * Continues from a state returned by `getState`.
   *
   * @throws ArgumentError for anything else: the seed is two words of 32 bits, the offset a whole number up to 2^53 - 1.
   */
  setState(state: RandomState): void {
    const { seed, offset }: { seed?: unknown; offset?: unknown } = Object(state);
    if (!Array.isArray(seed) || seed.length !== 2 || !seed.every(isWord))
      throw badState("seed must be two whole numbers from 0 to 4294967295", seed);
    if (!isCount(offset)) throw badState("offset must be a whole number from 0 to 2^53 - 1", offset);
    const [low, high]: readonly number[] = seed;
    fresh(() => {
      this.#seed = [low!, high!];
      this.#offset = offset;
    });
  }

  /**
   * Returns the state for the next tensor and advances the stream. In a step that `compile` captures, this is host
   * work.
   */
  next(): RandomState {
    requireFresh("Generator.next");
    const state = this.getState();
    this.#offset++;
    return state;
  }
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

function isWord(value: unknown): boolean {
  return isCount(value) && value <= 0xffffffff;
}

function badState(rule: string, value: unknown): ArgumentError {
  return new ArgumentError(
    `setRandomState: ${rule}, got ${describeValue(value)}; pass what getRandomState() gave.`,
  );
}

let shared: Generator | undefined;

/**
 * The generator used unless another is passed.
 *
 * @example defaultGenerator() instanceof Generator // true
 */
export function defaultGenerator(): Generator {
  shared ??= new Generator();
  return shared;
}

/** The rule of an option that is a generator. */
export const generatorRule = /* @__PURE__ */ withFix(
  instanceOf("a Generator", Generator),
  "write new Generator(seed)",
);

/**
 * Seeds the default generator: the same seed gives the same numbers everywhere.
 *
 * @throws ArgumentError unless `seed` is a whole number from 0 to 2^53 − 1.
 * @example
 * manualSeed(1);
 * const a = rand([2]);
 * manualSeed(1);
 * rand([2]).eq(a) // tensor([True, True], dtype=bool)
 */
export function manualSeed(seed: number): void {
  defaultGenerator().manualSeed(seed);
}

/**
 * The state of the default generator, for {@link setRandomState}.
 *
 * @example getRandomState() // { seed: [0, 0], offset: 0 }
 */
export function getRandomState(): RandomState {
  return defaultGenerator().getState();
}

/**
 * Continues the default generator from a state of {@link getRandomState}.
 *
 * @throws ArgumentError for anything else.
 * @example
 * const state = getRandomState();
 * const a = rand([2]);
 * setRandomState(state);
 * rand([2]).eq(a) // tensor([True, True], dtype=bool)
 */
export function setRandomState(state: RandomState): void {
  defaultGenerator().setState(state);
}

/** The replacement for PyTorch's option `seed`. */
export const seedRenamed: Readonly<Record<string, string>> = {
  seed: "write { generator: new Generator(seed) }, or call manualSeed(seed) before",
};
