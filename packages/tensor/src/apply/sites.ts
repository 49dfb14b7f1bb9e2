import { scope } from "../memory/scope.ts";
import type { Tensor } from "../tensor.ts";
import { assume } from "./capture/words.ts";
import { captures } from "./listeners.ts";

// Sites are named places in models, such as the attention pattern of a layer. A model reports a value at one of its sites,
// and continues with the value that the listeners return.

/** A listener at the sites of models: a cache of activations, an intervention. */
export interface SiteListener {
  /** Whether it has something to do at a site. */
  wants(owner: object, site: string): boolean;
  /** The value that the model continues with: x or a replacement. */
  visit(owner: object, site: string, x: Tensor): Tensor;
}

let listeners: readonly SiteListener[] = [];
// Those that listen to one call. Others stay until they are removed.
let calls = 0;

// Captured steps depend on it.
const state = {};
const current = (): unknown => listeners;

/**
 * Adds a listener to one call, after those that listen already, and returns the function that removes it. Compiled steps run
 * uncompiled meanwhile.
 *
 * @example
 * const remove = listenToCall({ wants: () => true, visit: (owner, site, x) => x.mul(2) });
 * const doubled = visitSite({}, "hook_z", tensor([1]));
 * remove();
 * doubled // tensor([2])
 */
export function listenToCall(listener: SiteListener): () => void {
  const remove = addSiteListener(listener);
  calls++;
  return () => {
    calls--;
    remove();
  };
}

/**
 * Adds a listener and returns the function that removes it. Compiled steps are captured again.
 *
 * @example
 * const remove = addSiteListener({ wants: () => true, visit: (owner, site, x) => x.mul(2) });
 * const doubled = visitSite({}, "hook_z", tensor([1]));
 * remove();
 * doubled // tensor([2])
 */
export function addSiteListener(listener: SiteListener): () => void {
  listeners = [...listeners, listener];
  return () => {
    listeners = listeners.filter((other) => other !== listener);
  };
}

/**
 * True while a call listens. Replays are disabled then, because listeners need the ops to run.
 *
 * @example isListening() // false
 */
export function isListening(): boolean {
  return calls > 0;
}

/**
 * Whether anything listens at one of these sites, so that a value must be computed even if only the listener needs it.
 *
 * @example isHeard({}, "hook_z") // false
 */
export function isHeard(owner: object, ...sites: readonly string[]): boolean {
  if (captures.length > 0) assume(state, current);
  if (listeners.length === 0) return false;
  return listeners.some((listener) => sites.some((site) => listener.wants(owner, site)));
}

/** A module whose forward runs, and what stands before the names of its taps. */
interface Runner {
  readonly owner: object;
  readonly prefix: string;
}

// The innermost last. Only filled while something listens.
let runners: readonly Runner[] = [];

/**
 * x, or the listeners' replacement.
 *
 * @example visitSite({}, "hook_z", tensor([1])) // tensor([1])
 */
export function visitSite(owner: object, site: string, x: Tensor): Tensor {
  if (captures.length > 0) assume(state, current);
  if (listeners.length === 0) return x;
  let value = x;
  // What a listener computes is no site of the module.
  const before = runners;
  runners = [];
  try {
    for (let i = 0; i < listeners.length; i++)
      if (listeners[i]!.wants(owner, site)) value = listeners[i]!.visit(owner, site, value);
  } finally {
    runners = before;
  }
  return value;
}

/**
 * Runs the body of a module's `forward`, in a scope: {@link tap}s in it, and in the functions that it calls, are sites of
 * this module. Modules that it calls have their own.
 *
 * @param prefix stands before the names of the taps, such as "hops.0."
 * @example running({}, () => tap("hook_z", tensor([1]))) // tensor([1])
 */
export function running<T>(owner: object, forward: () => T, prefix: string = ""): T {
  if (listeners.length === 0) return scope(forward);
  const before = runners;
  runners = [...before, { owner, prefix }];
  try {
    return scope(forward);
  } finally {
    runners = before;
  }
}

/**
 * `f` as it would run now, for later: its taps are sites of the module that runs now, at the same step of a loop.
 *
 * @example runningAsNow(() => tap("hook_z", tensor([1])))() // tensor([1])
 */
export function runningAsNow<T>(f: () => T): () => T {
  const now = [runners, step, offset] as const;
  return () => {
    const before = [runners, step, offset] as const;
    [runners, step, offset] = now;
    try {
      return f();
    } finally {
      [runners, step, offset] = before;
    }
  };
}

/**
 * A place whose value can be read and replaced, a site of the module that runs: x, or the listeners' replacement. While
 * nothing listens it costs a comparison.
 *
 * @example tap("hook_z", tensor([1])) // tensor([1])
 */
export function tap(name: string, x: Tensor): Tensor {
  if (captures.length > 0) assume(state, current);
  const runner = listeners.length === 0 ? undefined : runners.at(-1);
  return runner === undefined ? x : visitSite(runner.owner, runner.prefix + name, x);
}

/**
 * Whether anything listens at one of these taps of the module that runs, so that a fused kernel must not skip its value.
 *
 * @example isTapped("hook_z") // false
 */
export function isTapped(...names: readonly string[]): boolean {
  if (captures.length > 0) assume(state, current);
  const runner = listeners.length === 0 ? undefined : runners.at(-1);
  if (runner === undefined) return false;
  return isHeard(runner.owner, ...names.map((name) => runner.prefix + name));
}

let step: number | null = null;

/**
 * Runs one step of a loop over time, whose sites are visited at each step.
 *
 * @example atStep(3, () => currentStep()) // 3
 */
export function atStep<T>(i: number, f: () => T): T {
  const before = step;
  step = i;
  try {
    return f();
  } finally {
    step = before;
  }
}

/**
 * The step of the loop that is running; null outside of loops.
 *
 * @example currentStep() // null
 */
export function currentStep(): number | null {
  return step;
}

let offset = 0;

/**
 * Runs a model on tokens that come after `first` others, whose keys and values are in a cache.
 *
 * @example withSiteOffset(7, () => siteOffset()) // 7
 */
export function withSiteOffset<T>(first: number, f: () => T): T {
  const before = offset;
  offset = first;
  try {
    return f();
  } finally {
    offset = before;
  }
}

/**
 * How many tokens come before those whose values are at the sites now: 0 unless a model runs with a cache.
 *
 * @example siteOffset() // 0
 */
export function siteOffset(): number {
  return offset;
}
