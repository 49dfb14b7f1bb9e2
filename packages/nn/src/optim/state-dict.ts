import { scope, Tensor } from "@saccade/tensor";
import { describeValue, formatShape, requireFresh, sameShape, withoutTapes } from "@saccade/tensor/backend";
import type { ParamState } from "./param-state.ts";
import type { BaseOptions, UpdateRule } from "./rule.ts";

/** An option's value in a state: JSON. */
export type OptionValue = number | boolean | string | null | readonly OptionValue[];

/** One parameter's state: `step` (a number) and tensors of its shape, under PyTorch's names. */
export type ParamStateDict = Readonly<Record<string, Tensor | number>>;

/** A group's options, and the indices of its parameters. */
export type GroupStateDict = Readonly<Record<string, OptionValue>> & { readonly params: readonly number[] };

/** An optimizer's state in PyTorch's layout. Parameters that were never updated have no state. */
export interface OptimizerState {
  /** The state of each parameter. */
  readonly state: Readonly<Record<string, ParamStateDict>>;
  /** The options and parameters of each group. */
  readonly paramGroups: readonly GroupStateDict[];
}

interface Group {
  readonly params: readonly Tensor[];
}

export function describeState(groups: readonly Group[], states: readonly ParamState[]): OptimizerState {
  return withoutTapes(() => {
    const state: Record<string, ParamStateDict> = {};
    states.forEach(({ step, tensors }, i) => {
      if (tensors.size === 0 && step === 0) return;
      state[i] = { step, ...Object.fromEntries([...tensors].map(([name, x]) => [name, x.detach()])) };
    });
    let next = 0;
    const paramGroups = groups.map(({ params, ...options }) => ({
      ...optionValues(options),
      params: params.map(() => next++),
    }));
    return { state, paramGroups };
  });
}

function optionValues(options: object): Record<string, OptionValue> {
  return Object.fromEntries(Object.entries(options).map(([name, value]) => [name, toOptionValue(value)]));
}

function toOptionValue(value: unknown): OptionValue {
  if (Array.isArray(value)) return value.map(toOptionValue);
  return typeof value === "number" || typeof value === "boolean" || typeof value === "string" ? value : null;
}

/** All mismatches of a state, one line each. */
export function stateProblems<O extends BaseOptions>(
  rule: UpdateRule<O>,
  groups: readonly Group[],
  names: readonly string[],
  state: OptimizerState,
): string[] {
  if (!isRecord(state) || !Array.isArray(state.paramGroups) || !isRecord(state.state)) {
    return [`the state must be { state, paramGroups }, as stateDict() gives it, got ${describeValue(state)}`];
  }
  if (state.paramGroups.length !== groups.length) {
    return [`${state.paramGroups.length} parameter groups in the state, ${groups.length} in the optimizer`];
  }
  let first = 0;
  const problems = groups.flatMap(({ params }, g) => {
    const found = groupProblems(rule, params, g, state.paramGroups[g]!, first);
    first += params.length;
    return found;
  });
  if (problems.length > 0) return problems;
  const params = groups.flatMap((group) => group.params);
  for (const key of Object.keys(state.state)) {
    if (!/^\d+$/.test(key) || !Object.hasOwn(params, key))
      problems.push(`state for parameter ${key}, which the optimizer lacks`);
  }
  params.forEach((param, i) => {
    const saved = state.state[i];
    if (saved === undefined) return;
    problems.push(...paramProblems(rule, param, saved).map((problem) => `${names[i]}: ${problem}`));
  });
  return problems;
}

/** `first` is the index of the group's first parameter. */
function groupProblems<O extends BaseOptions>(
  rule: UpdateRule<O>,
  params: readonly Tensor[],
  g: number,
  saved: GroupStateDict,
  first: number,
): string[] {
  if (!isRecord(saved) || !Array.isArray(saved.params)) return [`group ${g} has no list of params`];
  const problems: string[] = [];
  const numbers: readonly unknown[] = saved.params;
  if (numbers.length !== params.length) {
    problems.push(`group ${g}: ${numbers.length} parameters in the state, ${params.length} here`);
  } else if (!numbers.every((number, i) => number === first + i)) {
    const wanted = params.length === 1 ? `${first}` : `${first} to ${first + params.length - 1}`;
    problems.push(`group ${g}: its params are not the numbers ${wanted}, in that order`);
  }
  const defaults: object = rule.defaults;
  for (const [name, value] of Object.entries(defaults)) {
    if (!Object.hasOwn(saved, name)) problems.push(`group ${g}: option ${name} is missing`);
    else if (typeof saved[name] !== typeof value)
      problems.push(
        `group ${g}: option ${name} must be of type ${typeof value}, got ${describeValue(saved[name])}`,
      );
  }
  for (const [name, value] of Object.entries(saved)) {
    if (name === "params" || Object.hasOwn(defaults, name)) continue;
    if (name !== "initialLr") problems.push(`group ${g}: ${rule.kind} has no option ${name}`);
    else if (typeof value !== "number")
      problems.push(`group ${g}: initialLr must be a number, got ${describeValue(value)}`);
    else if (!Number.isFinite(value)) problems.push(`group ${g}: initialLr must be finite, got ${value}`);
  }
  if (problems.length > 0) return problems;
  try {
    rule.check(optionsOf(rule, saved));
    return [];
  } catch (error) {
    return [`group ${g}: ${error instanceof Error ? error.message : String(error)}`];
  }
}

// The options of a saved group, whose names and types have been checked against the defaults.
function optionsOf<O extends BaseOptions>(rule: UpdateRule<O>, saved: GroupStateDict): O {
  const names = Object.keys(rule.defaults);
  return { ...rule.defaults, ...Object.fromEntries(names.map((name) => [name, saved[name]])) };
}

function paramProblems<O extends BaseOptions>(
  { stateNames, optionalStateNames }: UpdateRule<O>,
  param: Tensor,
  saved: ParamStateDict,
): string[] {
  if (!isRecord(saved)) return [`its state must be an object, got ${describeValue(saved)}`];
  const { step, ...tensors } = saved;
  const problems: string[] = [];
  if (typeof step !== "number" || !Number.isSafeInteger(step) || step < 0) {
    problems.push(`step is ${describeValue(step)}; it must be a whole number ≥ 0`);
  }
  for (const name of stateNames) if (!Object.hasOwn(tensors, name)) problems.push(`${name} is missing`);
  for (const [name, value] of Object.entries(tensors)) {
    if (!stateNames.includes(name) && !optionalStateNames.includes(name))
      problems.push(`${name} is unexpected`);
    else if (!(value instanceof Tensor))
      problems.push(`${name} must be a tensor, got ${describeValue(value)}`);
    else if (value.shares === 0) problems.push(`${name} was freed`);
    else if (!sameShape(value.shape, param.shape) || value.dtype !== param.dtype) {
      const here = `${param.dtype}${formatShape(param.shape)}`;
      problems.push(`${name} is ${value.describe()} in the state, the parameter ${here}`);
    }
  }
  return problems;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Loads a state without {@link stateProblems}, all or nothing: if memory runs out, nothing has changed.
 */
export function restoreState(
  groups: readonly Group[],
  states: readonly ParamState[],
  saved: OptimizerState,
): void {
  requireFresh("loadStateDict");
  scope(() => {
    const options = saved.paramGroups.map(({ params: _, ...rest }) => structuredClone(rest));
    const ready = withoutTapes(() =>
      states.map((state, i) => {
        const { step = 0, ...rest } = saved.state[i] ?? {};
        return { step: Number(step), values: state.prepare(tensorsOf(rest)) };
      }),
    );
    // Nothing can fail from here on.
    groups.forEach((group, g) => {
      if (!Object.hasOwn(options[g]!, "initialLr")) Reflect.deleteProperty(group, "initialLr");
      Object.assign(group, options[g]);
    });
    states.forEach((state, i) => {
      state.replace(ready[i]!.step, ready[i]!.values);
    });
  });
}

function tensorsOf(entries: ParamStateDict): Map<string, Tensor> {
  return new Map(
    Object.entries(entries).flatMap(([name, x]): [string, Tensor][] =>
      x instanceof Tensor ? [[name, x]] : [],
    ),
  );
}
