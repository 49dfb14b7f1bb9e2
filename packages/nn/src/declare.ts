// One declaration of what a function and its module take. See dev/decisions/0030-declare.md.
import { type Given, options, type Rules, readRule, type Settings } from "@saccade/tensor/contract";

/** What a function takes, in this order. */
export interface Parts<P extends Rules, R extends Rules> {
  readonly tensors?: Rules;
  readonly positional?: P;
  readonly options?: R;
  /** Throws for settings that do not fit each other. */
  check?(what: string, settings: Settings<P> & Settings<R>): void;
}

/** Checks the arguments of a call; returns the settings, with defaults. */
export type Reader<P extends Rules, R extends Rules> = (
  given: ArrayLike<unknown>,
) => Settings<P> & Settings<R>;

/** What a function takes. Made by {@link declare}. */
export interface Declared<P extends Rules, R extends Rules> extends Reader<P, R> {
  readonly example: string;
  readonly parts: () => Parts<P, R>;
}

/** The options that a declaration lists. */
export type OptionsOf<D> = D extends Declared<Rules, infer R> ? Given<R> : never;

/**
 * Declares what a function, or a constructor, takes. The parts are made at the first call: an import costs nothing, and a
 * bundler that drops an unused declaration needs `@__PURE__` on this call alone.
 *
 * @param example a call for messages, which begins with the name: "celu(x, { alpha: 0.5 })"
 */
/* @__NO_SIDE_EFFECTS__ */
export function declare<
  const P extends Rules = Record<never, never>,
  const R extends Rules = Record<never, never>,
>(example: string, parts: () => Parts<P, R>): Declared<P, R> {
  let reader: Reader<P, R> | undefined;
  const read: Reader<P, R> = (given) => {
    reader ??= readerOf(example, parts());
    return reader(given);
  };
  return Object.assign(read, { example, parts });
}

/** Checks of a call, with the name and the example of its messages. */
export function readerOf<P extends Rules, R extends Rules>(
  example: string,
  { tensors = {}, positional, options: rules, check }: Parts<P, R>,
): Reader<P, R> {
  const what = /\w+(?=\()/.exec(example)![0];
  const all: Rules = { ...tensors, ...positional };
  const names = Object.keys(all);
  const inputs = Object.keys(tensors).length;
  const more = rules && options(what, rules, { example });
  return (given) => {
    const settings: Record<string, unknown> | undefined = positional && {};
    for (let i = 0; i < names.length; i++) {
      const name = names[i]!;
      const value = readRule(what, name, all[name]!, given[i], example);
      if (settings && i >= inputs) settings[name] = value;
    }
    const named = more?.(given[names.length] as Given<R> | undefined);
    const read = (settings ? Object.assign(settings, named) : named) as Settings<P> & Settings<R>;
    check?.(what, read);
    return read;
  };
}
