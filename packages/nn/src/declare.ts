// One declaration of what a function and its module take. See dev/decisions/0030-declare.md.
import * as c from "@saccade/tensor/contract";

/** The arguments of a function, in this order. */
export interface Parts<P extends c.Rules, R extends c.Rules> {
  readonly tensors?: c.Rules;
  readonly positional?: P;
  readonly options?: R;
  /** Options of other libraries, each with its replacement. */
  readonly renamed?: Readonly<Record<string, string>>;
  /** Throws for settings that do not fit each other. */
  check?(what: string, settings: c.Settings<P> & c.Settings<R>): void;
}

/** Checks the arguments of a call; returns the settings, with defaults. */
export type Reader<P extends c.Rules, R extends c.Rules> = (
  given: ArrayLike<unknown>,
) => c.Settings<P> & c.Settings<R>;

/** The declared arguments of a function. Made by {@link declare}. */
export interface Declared<P extends c.Rules, R extends c.Rules> extends Reader<P, R> {
  readonly example: string;
  readonly parts: () => Parts<P, R>;
}

/** The options that a declaration lists. */
export type OptionsOf<D> = D extends Declared<c.Rules, infer R> ? c.Given<R> : never;

/**
 * Declares what a function, or a constructor, takes. The parts are made at the first call: an import costs nothing, and a
 * bundler drops an unused declaration if this call alone is marked as pure.
 *
 * @param example a call for messages, which begins with the name: "celu(x, { alpha: 0.5 })"
 */
/* @__NO_SIDE_EFFECTS__ */
export function declare<
  const P extends c.Rules = Record<never, never>,
  const R extends c.Rules = Record<never, never>,
>(example: string, parts: () => Parts<P, R>): Declared<P, R> {
  return Object.assign(readerOf(example, parts), { example, parts });
}

/** Checks of a call, with the name and the example of its messages. */
export function readerOf<P extends c.Rules, R extends c.Rules>(
  example: string,
  parts: () => Parts<P, R>,
): Reader<P, R> {
  let known: Known<P, R> | undefined;
  return function read(given) {
    known ??= knownOf(example, parts());
    const { what, rules, names, inputs, more, check } = known;
    const settings: Record<string, unknown> | undefined = names.length > inputs ? {} : undefined;
    for (let i = 0; i < names.length; i++) {
      const name = names[i]!;
      const value = c.readRule(what, name, rules[name]!, given[i], example);
      if (settings && i >= inputs) settings[name] = value;
    }
    const named = more?.(given[names.length] as c.Given<R> | undefined);
    const all = (settings ? Object.assign(settings, named) : named) as c.Settings<P> & c.Settings<R>;
    check?.(what, all);
    return all;
  };
}

interface Known<P extends c.Rules, R extends c.Rules> extends Pick<Parts<P, R>, "check"> {
  readonly what: string;
  readonly rules: c.Rules;
  readonly names: readonly string[];
  /** How many of the names are tensors, which come first. */
  readonly inputs: number;
  readonly more: c.Options<R> | undefined;
}

function knownOf<P extends c.Rules, R extends c.Rules>(example: string, parts: Parts<P, R>): Known<P, R> {
  const { tensors = {}, positional, options: named, renamed = {} } = parts;
  const what = /\w+(?=\()/.exec(example)![0];
  const rules = { ...tensors, ...positional };
  const more = named && c.options(what, named, { example, renamed });
  return { ...parts, what, rules, names: Object.keys(rules), inputs: Object.keys(tensors).length, more };
}

/** A class without statics, by what its constructor takes. */
export type ClassOf<Given extends readonly unknown[], Instance> = new (...given: Given) => Instance;

/** A function that makes a value at its first call. */
export function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
