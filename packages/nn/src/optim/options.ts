import {
  badArgument,
  checkBoolean,
  checkNumber,
  checkOptions,
  type OptionNames,
} from "@saccade/tensor/backend";
import type { BaseOptions, UpdateRule } from "./rule.ts";

const renamed: Readonly<Record<string, string>> = {
  learningRate: "write lr",
  learning_rate: "write lr",
  beta1: "write betas: [beta1, beta2]",
  beta2: "write betas: [beta1, beta2]",
  rho: "write alpha",
  clipnorm: "write clipGradNorm: 1",
};

/**
 * The options of an optimizer of this rule, for {@link checkOptions}; `more` are names in addition to the rule's own.
 */
export function namesOf<O extends BaseOptions>(rule: UpdateRule<O>, ...more: readonly string[]): OptionNames {
  const known: Record<string, true> = Object.create(null);
  for (const name of [...Object.keys(rule.defaults), ...more]) known[name] = true;
  return { what: rule.kind, known, example: `new ${rule.kind}(net, { lr: ${rule.defaults.lr} })`, renamed };
}

/**
 * Merges options over the defaults; undefined ones are ignored. Lists are copied and frozen.
 *
 * @throws ArgumentError for an unknown option, or a value whose type differs from the default's.
 */
export function mergeOptions<O extends BaseOptions>(
  rule: UpdateRule<O>,
  defaults: O,
  names: OptionNames,
  given: object | undefined,
): O {
  checkOptions(names, given);
  const merged: O = { ...defaults };
  for (const name of Object.keys(rule.defaults)) {
    const value: unknown = given === undefined ? undefined : Reflect.get(given, name);
    if (value === undefined) continue;
    checkType(rule, name, value);
    Reflect.set(merged, name, frozen(value));
  }
  return merged;
}

/** @throws ArgumentError unless an option's value has the type of its default. */
function checkType<O extends BaseOptions>(
  { kind, defaults }: UpdateRule<O>,
  name: string,
  value: unknown,
): void {
  const like: unknown = Reflect.get(defaults, name);
  if (typeof like === "boolean") checkBoolean(kind, name, value);
  else if (typeof like === "number") checkNumber(kind, name, value);
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
  const names = namesOf(rule, "initialLr");
  return new Proxy(group, {
    set(target, name, value): boolean {
      checkOptions(names, { [name]: value });
      if (name === "initialLr") checkNumber(rule.kind, "initialLr", value);
      else {
        checkType(rule, String(name), value);
        rule.check({ ...target, [name]: value });
      }
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
