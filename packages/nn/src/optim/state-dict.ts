import { FreedTensorError, type Shape, scope, Tensor } from "@saccade/tensor";
import { describeValue, requireFresh, sameShape, withoutTapes } from "@saccade/tensor/backend";
import { number, type Rule, type Rules, rule, whole } from "@saccade/tensor/contract";
import { isRecord } from "../checks.ts";
import { recordProblems, StateError } from "../state-problems.ts";
import { rulesOf } from "./options.ts";
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
  if (!isRecord(state) || !Array.isArray(state.paramGroups) || !isRecord(state.state))
    return [`the state must be { state, paramGroups }, as stateDict() gives it, got ${describeValue(state)}`];
  if (state.paramGroups.length !== groups.length)
    return [`${state.paramGroups.length} parameter groups in the state, ${groups.length} in the optimizer`];
  let first = 0;
  const problems = groups.flatMap(({ params }, g) => {
    const found = groupProblems(rule, params, g, state.paramGroups[g]!, first);
    first += params.length;
    return found;
  });
  if (problems.length > 0) return problems;
  const params = groups.flatMap((group) => group.params);
  for (const key of Object.keys(state.state))
    if (!/^\d+$/.test(key) || !Object.hasOwn(params, key))
      problems.push(`state for parameter ${key}, which the optimizer lacks`);
  params.forEach((param, i) => {
    const saved: unknown = state.state[i];
    if (saved === undefined) return;
    if (!isRecord(saved))
      problems.push(`${names[i]}: its state must be an object, got ${describeValue(saved)}`);
    else problems.push(...recordProblems(names[i]!, stateRules(rule, param), saved, rule.optionalStateNames));
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
  const what = `group ${g}`;
  if (!isRecord(saved) || !Array.isArray(saved.params)) return [`${what} has no list of params`];
  const { params: numbers, ...options } = saved;
  const problems: string[] = [];
  if (numbers.length !== params.length)
    problems.push(`${what}: ${numbers.length} parameters in the state, ${params.length} here`);
  else if (!numbers.every((index: unknown, i) => index === first + i))
    problems.push(`${what}: its params are not the numbers from ${first} on, in order`);
  const rules = { ...rulesOf(rule), initialLr: number() };
  problems.push(...recordProblems(what, rules, options, ["initialLr"]));
  if (problems.length > 0) return problems;
  try {
    rule.check({ ...rule.defaults, ...options });
    return [];
  } catch (error) {
    return [`${what}: ${(error as Error).message}`];
  }
}

/** The rules of a parameter's state: the step, and tensors like the parameter. */
function stateRules<O extends BaseOptions>(of: UpdateRule<O>, param: Tensor): Rules {
  const { dtype } = param;
  const tensorOf = (must: string, shape: Shape): Rule<Tensor, undefined> => ({
    ...rule(
      must,
      (value): value is Tensor =>
        value instanceof Tensor && value.shares > 0 && sameShape(value.shape, shape) && value.dtype === dtype,
    ),
    error: (what, name, value) =>
      value instanceof Tensor && value.shares === 0
        ? new FreedTensorError(`${what}: ${name} was freed`)
        : undefined,
  });
  const like = tensorOf(`a tensor like the parameter, ${param.describe()}`, param.shape);
  const scalar = tensorOf(`a scalar tensor, ${dtype}[]`, []);
  const names = [...of.stateNames, ...of.optionalStateNames];
  const rules = names.map((name) => [name, of.scalarNames?.includes(name) ? scalar : like]);
  return { step: whole(0, { min: 0 }), ...Object.fromEntries(rules) };
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
        return { step: Number(step), values: state.prepare(rest as Record<string, Tensor>) };
      }),
    );
    // Nothing can fail from here on.
    groups.forEach((group, g) => {
      if (!Object.hasOwn(options[g]!, "initialLr")) Reflect.deleteProperty(group, "initialLr");
      Object.assign(group, options[g]);
    });
    for (const [i, state] of states.entries()) state.replace(ready[i]!.step, ready[i]!.values);
  });
}

/**
 * A state does not match an optimizer. Nothing was changed.
 *
 * @example
 * const state = new SGD(new Linear(2, 1), { lr: 0.1 }).stateDict();
 * new Adam(new Linear(2, 1)).loadStateDict(state); // throws OptimizerStateError
 */
export class OptimizerStateError extends StateError {
  override readonly name: string = "OptimizerStateError";

  constructor(kind: string, problems: readonly string[]) {
    const cure =
      "Make the optimizer with the class, the groups and the parameters that the state was saved with.";
    super(kind, problems, cure);
  }
}
