import { ArgumentError, Generator, getRandomState, type RandomState } from "@saccade/tensor";
import { describeValue } from "@saccade/tensor/backend";
import { type Rule, rule, withFix } from "@saccade/tensor/contract";
import { orderOf } from "./random-split.ts";

/**
 * The order of an epoch, one iteration each: indices for `sampler`, lists of indices for `batchSampler`. An array is a
 * sampler. An order that differs from epoch to epoch can be resumed if the sampler has `state` and `restore`.
 */
export interface Sampler<T> extends Iterable<T> {
  /** How many an epoch has, if it is known. */
  readonly length?: number;
  /** The state that determines the next iteration, as JSON. */
  state?(): unknown;
  /** Goes back to a state: the next iteration is the one that followed it. */
  restore?(state: unknown): void;
}

/* @__NO_SIDE_EFFECTS__ */
export function samplerOf<T>(of: string): Rule<Sampler<T>, undefined> {
  const must = `iterable, each iteration an epoch of ${of}`;
  const holds = (value: unknown): value is Sampler<T> => {
    if (typeof value !== "object" || value === null || "dataSync" in value) return false;
    const { state, restore }: { state?: unknown; restore?: unknown } = Object(value);
    return Symbol.iterator in value && typeof state === typeof restore;
  };
  return withFix(rule(must, holds), "it has both state and restore, or neither");
}

/** The orders of a loader's epochs. */
export interface Orders<T> {
  /** How many an epoch has; Infinity if it is not known. */
  readonly length: number;
  /** Whether any epoch can be given again. */
  readonly canResume: boolean;
  /** The state that determines the next epoch. */
  state(): unknown;
  /**
   * Continues with what follows `now`; before that, gives the epoch that followed `start` again, unless that is null.
   *
   * @throws ArgumentError for states that do not fit; nothing has changed then.
   */
  restore(start: unknown, now: unknown): void;
  epoch(): Iterable<T>;
}

/** 0 to n − 1, in that order. */
export function inOrder(n: () => number): Orders<number> {
  return {
    get length() {
      return n();
    },
    canResume: true,
    state: () => null,
    restore() {},
    *epoch() {
      for (let i = 0, end = n(); i < end; i++) yield i;
    },
  };
}

/** 0 to n − 1 in random order. The default generator is not put back: it belongs to the run, which saves it. */
export function shuffled(n: () => number, generator: Generator | undefined): Orders<number> {
  let again: Generator | undefined;
  return {
    get length() {
      return n();
    },
    canResume: true,
    state: () => generator?.getState() ?? getRandomState(),
    restore(start, now) {
      const [first, next] = [start === null ? undefined : generatorAt(start), generator && generatorAt(now)];
      if (next !== undefined) generator?.setState(next.getState());
      again = first;
    },
    epoch() {
      const from = again ?? generator;
      again = undefined;
      return orderOf(n(), from);
    },
  };
}

function generatorAt(state: unknown): Generator {
  const generator = new Generator();
  generator.setState(state as RandomState);
  return generator;
}

/** The orders of a custom sampler. */
export function given<T>(sampler: Sampler<T>): Orders<T> {
  const { length } = sampler;
  return {
    length: typeof length === "number" ? length : Number.POSITIVE_INFINITY,
    canResume: Array.isArray(sampler) || ArrayBuffer.isView(sampler) || sampler.state !== undefined,
    state: () => sampler.state?.() ?? null,
    restore(start, now) {
      sampler.restore?.(start ?? now);
    },
    epoch: () => sampler,
  };
}

/** @throws ArgumentError unless `index`, which `what` gave, counts below `n`. */
export function checkIndexOf(what: string, index: unknown, n: number): number {
  if (typeof index === "number" && Number.isInteger(index) && index >= 0 && index < n) return index;
  throw new ArgumentError(
    `DataLoader: ${what} gave ${describeValue(index)}; indices count from 0 to ${n - 1}, the dataset's last.`,
  );
}
