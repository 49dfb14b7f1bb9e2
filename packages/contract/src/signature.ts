import { nameIn } from "./option-names.ts";
import { type Options, options, type Rules, readRule, type Settings, type Words } from "./options.ts";

/** The positional arguments of a function or class, followed by its options. See {@link signature}. */
export interface Signature<P extends Rules, R extends Rules> {
  /** @param given the positional arguments, and the options after them. */
  (given: ArrayLike<unknown>): Settings<P> & Settings<R>;
  /** The options that follow; undefined if there are none. */
  readonly options: Options<R> | undefined;
}

/**
 * Declares the positional arguments of a function or constructor once, with the options that follow them. A call is checked
 * as a list of its arguments, and gives all values by name.
 *
 * @param call an example call, which begins with the name, as for `options`; or the name alone, and the example in `more`.
 * @param positional a rule for each argument, in order: `required(size())`, or with a default where it may be left out.
 * @param more the options that follow, declared by `options` or here; or, without options, an example call for messages.
 * @throws ArgumentError for a value that breaks its rule, or a wrong option.
 * @example
 * const bilinear = signature("new Bilinear(3, 2)", { left: required(size()), right: required(size()) });
 * bilinear([3, 2]).right // 2
 */
export function signature<const P extends Rules, const R extends Rules>(
  call: string,
  positional: P,
  more: R,
  words: Partial<Words>,
): Signature<P, R>;
export function signature<const P extends Rules, const R extends Rules = Record<never, never>>(
  call: string,
  positional: P,
  more?: Options<R> | string,
): Signature<P, R>;
/* @__NO_SIDE_EFFECTS__ */
export function signature<P extends Rules, R extends Rules>(
  call: string,
  positional: P,
  given?: R | Options<R> | string,
  words?: Partial<Words>,
): Signature<P, R> {
  const what = nameIn(call);
  const more = words ? options(call, given as R, words) : ((given ?? call) as Options<R> | string);
  const all = Object.keys(positional);
  const own = typeof more === "string";
  const example = own ? more : more.example;
  const read = (given: ArrayLike<unknown>): Settings<P> & Settings<R> => {
    const settings: Record<string, unknown> = {};
    for (let i = 0; i < all.length; i++) {
      const name = all[i]!;
      settings[name] = readRule(what, name, positional[name]!, given[i], example);
    }
    if (!own) Object.assign(settings, more(given[all.length] as Parameters<typeof more>[0]));
    return settings as Settings<P> & Settings<R>;
  };
  return Object.assign(read, { options: own ? undefined : more });
}
