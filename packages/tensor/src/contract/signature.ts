import type { OptionNames } from "../arguments.ts";
import { refuseExtra } from "../extra-arguments.ts";
import { type Given, type Options, type Rules, readRule, type Settings } from "./options.ts";

/**
 * The positional arguments of a function or class, and its options behind them. `options` may stand beside `arguments` for
 * its type alone: the compiler compares it with the declaration. See {@link signature}.
 */
export type Signature<P extends Rules, R extends Rules> = (
  given: ArrayLike<unknown>,
  options?: Given<R>,
) => Settings<P> & Settings<R>;

/**
 * Declares the positional arguments of a function or constructor once, with the options that follow them. A call is checked
 * by its `arguments`, and gives all values by name.
 *
 * @param positional a rule for each argument, in order: `required(size())`, or with a default where it may be left out.
 * @param more the options that follow, or an example call for messages where there are none.
 * @throws ArgumentError for too many arguments, a value that breaks its rule, or a wrong option.
 * @example
 * const bilinear = signature("Bilinear", { left: required(size()), right: required(size()) }, "new Bilinear(3, 2)");
 * bilinear([3, 2]).right // 2
 */
export function signature<const P extends Rules, const R extends Rules = Record<never, never>>(
  what: string,
  positional: P,
  more: Options<R> | string,
): Signature<P, R> {
  const rules = Object.entries(positional);
  const own = typeof more === "string";
  const names: OptionNames | string = own ? what : more;
  const example = own ? more : more.example;
  return (given) => {
    refuseExtra(names, given, rules.length + (own ? 0 : 1), own ? `write ${example}` : undefined);
    const settings: Record<string, unknown> = {};
    for (let i = 0; i < rules.length; i++) {
      const [name, rule] = rules[i]!;
      settings[name] = readRule(what, name, rule, given[i], example);
    }
    if (!own) Object.assign(settings, more(given[rules.length] as Parameters<typeof more>[0]));
    return settings as Settings<P> & Settings<R>;
  };
}
