import { badArgument } from "./bad-argument.ts";
import { checkOptions, nameIn, type OptionNames, optionNames } from "./option-names.ts";
import { type Part, type RequiredRule, type Rule, rule } from "./rules.ts";

/** A rule for each option. */
export type Rules = Readonly<Record<string, Rule<unknown, unknown>>>;

type RequiredNames<R extends Rules> = {
  [Name in keyof R]: R[Name] extends RequiredRule<unknown> ? Name : never;
}[keyof R];

type ValueOf<R> = R extends Rule<infer T, unknown> ? T : never;
type DefaultOf<R> = R extends RequiredRule<unknown> ? never : R extends Rule<unknown, infer D> ? D : never;

/** The options that may be left out, as a caller writes them. */
type Optional<R extends Rules> = {
  readonly [Name in keyof R as Name extends RequiredNames<R> ? never : Name]?: ValueOf<R[Name]> | undefined;
};

/** Those that must be given; over the keys of R, so that each keeps its docstring. */
type Needed<R extends Rules> = {
  readonly [Name in keyof R as Name extends RequiredNames<R> ? Name : never]: ValueOf<R[Name]>;
};

/** Options as a caller writes them. Without required ones no intersection: TypeScript would take any value for one with {}. */
export type Given<R extends Rules> = [RequiredNames<R>] extends [never]
  ? Optional<R>
  : Optional<R> & Needed<R>;

/** Options with their defaults. */
export type Settings<R extends Rules> = {
  readonly [Name in keyof R]: ValueOf<R[Name]> | DefaultOf<R[Name]>;
};

/** The options of a function or class, declared once. See {@link options}. */
export interface Options<R extends Rules> extends OptionNames {
  /** The rules, by name. */
  readonly rules: R;
  /**
   * Checks options and fills in the defaults.
   *
   * @throws ArgumentError for an unknown option, which names the nearest; for a value that breaks its rule; and for a
   * missing one.
   */
  (given?: Given<R>): Settings<R>;
}

type RulesOf<O> =
  O extends Options<infer R> ? R : O extends { readonly options: Options<infer R> | undefined } ? R : never;

/**
 * The type of the options that a declaration or a signature takes: `type LinearOptions = OptionsOf<typeof linearOptions>`.
 * Published types lose the docstrings of records that the rules spread, `{ ...maskRules, … }`: name those records,
 * `OptionsOf<typeof read, typeof maskRules & typeof biasRules>`. They add no options.
 */
export type OptionsOf<O, Spread = unknown> =
  RulesOf<O> extends infer R extends Rules ? Given<Pick<Spread, keyof R & keyof Spread> & R> : never;

/** The type of its settings: options with their defaults. */
export type SettingsOf<O> = Settings<RulesOf<O>>;

/** How a declaration shows its options and other libraries' names for them. */
export interface Words {
  /** An example call, for messages. */
  readonly example: string;
  /** Names of other libraries and old names, each with its replacement. */
  readonly renamed?: Readonly<Record<string, string>>;
}

/**
 * Declares the options of a function or class once: the type, the check, the defaults, the messages and the documentation
 * that editors show all follow from it.
 *
 * @param call an example call, which begins with the name: "linalg.svd(A, …)", "new Linear(3, 2)" or "x.sum(1)"; or the
 * name alone, and the example in `words`.
 * @example
 * const linearOptions = options("new Linear(3, 2, { bias: false })", { bias: flag(true) });
 * linearOptions({ bias: undefined }).bias // true
 */
/* @__NO_SIDE_EFFECTS__ */
export function options<const R extends Rules>(
  call: string,
  rules: R,
  { example = call, renamed = {} }: Partial<Words> = {},
): Options<R> {
  const what = nameIn(call);
  const names: OptionNames = optionNames<Rules>(what, rules, example, renamed);
  // Made at the first call: a program calls few of the functions that it loads.
  let needed: readonly string[] | undefined;
  let defaults: Readonly<Record<string, unknown>>;
  // Not frozen: a frozen object is slower to copy.
  const blank: Record<string, unknown> = {};

  const read = (given?: Given<R>): Settings<R> => {
    if (needed === undefined) {
      needed = Object.keys(rules).filter((name) => rules[name]!.required);
      for (const name in rules) blank[name] = rules[name]!.default;
      defaults = Object.freeze({ ...blank });
    }
    if (given === undefined && needed.length === 0) return defaults as Settings<R>;
    checkOptions(names, given);
    const settings: Record<string, unknown> = { ...blank };
    for (const name in given) {
      const value: unknown = given[name];
      if (value !== undefined) settings[name] = readRule(what, name, rules[name]!, value, example);
    }
    for (const name of needed)
      if (settings[name] === undefined) throw wrongValue(what, name, rules[name]!, undefined, example);
    return settings as Settings<R>;
  };
  return Object.assign(read, names, { rules });
}

/**
 * A value that holds to a rule, or the rule's default where it is left out.
 *
 * @param example an example call, which the message for a missing value shows.
 * @throws ArgumentError for a value that breaks the rule.
 * @example readRule("Dropout", "p", probability(0.5), undefined, "new Dropout(0.1)") // 0.5
 */
export function readRule<T>(
  what: string,
  name: string,
  rule: RequiredRule<T>,
  value: unknown,
  example: string,
): T;
export function readRule<T, D>(
  what: string,
  name: string,
  rule: Rule<T, D>,
  value: unknown,
  example: string,
): T | D | undefined;
export function readRule<T, D>(
  what: string,
  name: string,
  rule: Rule<T, D>,
  value: unknown,
  example: string,
): T | D | undefined {
  if (value === undefined && !rule.required) return rule.default;
  if (!rule.holds(value)) throw wrongValue(what, name, rule, value, example);
  return value;
}

function wrongValue(
  what: string,
  name: string,
  rule: Rule<unknown, unknown>,
  value: unknown,
  example: string,
): Error {
  const part = rule.part?.(value);
  if (part !== undefined) return wrongValue(what, name + part.path, part.rule, part.value, example);
  const own = rule.error?.(what, name, value);
  if (own !== undefined) return own;
  const fix = rule.fix?.(value) ?? (value === undefined ? `write ${example}` : undefined);
  return badArgument(what, name, rule.must, value, fix);
}

/**
 * An object whose fields hold to rules; those that are not `required` may be left out. Other fields are not looked at.
 *
 * @example objectOf("a pair", { left: required(size()) }).holds({ left: 0 }) // false
 */
/* @__NO_SIDE_EFFECTS__ */
export function objectOf<const R extends Rules>(must: string, fields: R): Rule<Given<R>, undefined> {
  const wrongField = (value: object): Part | undefined => {
    for (const [name, rule] of Object.entries(fields)) {
      const field: unknown = Reflect.get(value, name);
      const leftOut = field === undefined && !rule.required;
      if (!leftOut && !rule.holds(field)) return { path: `.${name}`, value: field, rule };
    }
    return undefined;
  };
  const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
  return {
    ...rule(must, (value): value is Given<R> => isObject(value) && wrongField(value) === undefined),
    part: (value) => (isObject(value) ? wrongField(value) : undefined),
  };
}
