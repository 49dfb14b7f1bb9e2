import { assume, badArgument, checkOptions, isCapturing, isFreshWork } from "@saccade/tensor/backend";
import { number, type Options, options, type Rules, readRule, required } from "@saccade/tensor/contract";
import { rulesLike } from "../state-problems.ts";
import type { BaseOptions, UpdateRule } from "./rule.ts";

const renamed: Readonly<Record<string, string>> = {
  learningRate: "write lr",
  learning_rate: "write lr",
  beta1: "write betas: [beta1, beta2]",
  beta2: "write betas: [beta1, beta2]",
  rho: "write alpha",
  clipnorm: "write clipGradNorm: 1",
  clipGradValue:
    "write optimizer.update(clipGradValue(grads, 1)), with grads of optimizer.gradients(() => loss)",
};

/** The rules of all options of an optimizer. */
export function rulesOf<O extends BaseOptions>({ defaults, rules }: UpdateRule<O>): Rules {
  return { ...rulesLike(defaults), ...rules };
}

/** The contract of an optimizer's options, which take their defaults from `defaults`; `more` are additional rules. */
export function contractOf<O extends BaseOptions, R extends Rules>(
  rule: UpdateRule<O>,
  defaults: O,
  more: R,
): Options<Rules & R> {
  const own = Object.entries(rulesOf(rule)).map(([name, of]) => [
    name,
    { ...of, default: Reflect.get(defaults, name) },
  ]);
  const example = `new ${rule.kind}(net, { lr: ${rule.defaults.lr} })`;
  return options(rule.kind, { ...Object.fromEntries(own), ...more }, { example, renamed });
}

/** Picks the optimizer's own options from settings. Lists are copied and frozen. */
export function ownOptions<O extends BaseOptions>(
  { defaults }: UpdateRule<O>,
  settings: Readonly<Record<string, unknown>>,
): O {
  const own: O = { ...defaults };
  for (const name of Object.keys(defaults)) Reflect.set(own, name, frozen(settings[name]));
  return own;
}

/**
 * Wraps a group so that options are checked when they are set.
 *
 * @throws (on assignment) ArgumentError for an unknown option or a value that the rule rejects.
 */
export function guarded<O extends BaseOptions, G extends O & { readonly params: unknown }>(
  rule: UpdateRule<O>,
  group: G,
): G {
  const contract = contractOf(rule, rule.defaults, { initialLr: number() });
  return new Proxy(group, {
    set(target, name, value): boolean {
      checkOptions(contract, { [name]: value });
      readRule(rule.kind, String(name), required(contract.rules[String(name)]!), value, contract.example);
      rule.check({ ...target, [name]: value });
      return Reflect.set(target, name, frozen(value));
    },
    deleteProperty(target, name): boolean {
      if (name !== "initialLr" && name in target)
        throw badArgument(rule.kind, String(name), "set, not deleted", undefined);
      return Reflect.deleteProperty(target, name);
    },
  });
}

function frozen(value: unknown): unknown {
  return Array.isArray(value) ? Object.freeze([...value]) : value;
}

// The owners of assumptions about options: one object per group and option.
const owners: WeakMap<object, Map<PropertyKey, object>> = new WeakMap();

/**
 * A group's options for a rule. If a captured step reads an option outside of `fresh`, the step depends on it: when
 * the option changes, the step is captured again.
 */
export function watchedOptions<O extends object>(group: O): O {
  if (!isCapturing()) return group;
  return new Proxy(group, {
    get(target, key): unknown {
      const now = (): unknown => Reflect.get(target, key);
      // Options may be lists, such as Adam's betas, which are compared by value.
      if (!isFreshWork()) assume(ownerOf(target, key), () => (Array.isArray(now()) ? String(now()) : now()));
      return now();
    },
  });
}

function ownerOf(group: object, key: PropertyKey): object {
  const keys = owners.get(group) ?? new Map<PropertyKey, object>();
  owners.set(group, keys);
  const owner = keys.get(key) ?? {};
  keys.set(key, owner);
  return owner;
}
