import type { Module } from "@saccade/nn";
import { ArgumentError, Tensor } from "@saccade/tensor";
import { badArgument } from "@saccade/tensor/backend";
import * as contract from "@saccade/tensor/contract";
import { checkParts } from "./parts.ts";
import type { KeyMaskOptions } from "./rules.ts";

type Options<R extends contract.Rules> = contract.Options<R>;
type Result<S extends string, R extends contract.Rules> = contract.SizesOf<S> & contract.Settings<R>;
type Known = Readonly<Record<string, number | undefined>>;
type Call<S extends string, R extends contract.Rules> = (
  given: readonly unknown[],
  known?: Known | (() => Known),
) => Result<S, R>;
type Method<S extends string, R extends contract.Rules> = (
  module: Module,
  given: readonly unknown[],
  known?: Known | (() => Known),
) => Result<S, R>;

/** An object of tensors that follows other arguments, such as a decoder's state. */
export interface Holder<A extends string> {
  /** Its name among the arguments. */
  readonly name: string;
  /** The end of "must be …" in messages. */
  readonly must: string;
  /** The fix in messages. */
  readonly fix: string;
  /** Its tensors, in the notation of `tensors`. */
  readonly tensors: A;
}

/**
 * Declares a function of tensors, in the notation of `tensors`, and the arguments after them: options, an object of tensors, or a
 * number of others. Options that are tensors with dims (`tensorRule`) belong to it. A call returns sizes and options by name.
 *
 * @param of the function's name, or its options
 * @example
 * const inputs = call("pair", "x float (…, n)  y float (…, n)");
 * inputs([ones([2, 3]), ones([3])]).n // 3
 */
/* @__NO_SIDE_EFFECTS__ */
export function call<
  const S extends string,
  const R extends contract.Rules = Record<never, never>,
  const A extends string = "",
>(
  of: string | Options<R>,
  text: S,
  holder?: Holder<A>,
): Call<`${S} ${A}`, R> & { readonly options: Options<R> } {
  const read = typeof of === "function" && of;
  const what = read ? read.what : String(of);
  const among = holder ? holder.tensors : read ? tensorsAmong(read.rules) : "";
  const [own, inside] = [namesIn(text).length, namesIn(among)];
  const inputs = contract.tensors(what, `${text}  ${among}`.trim());
  const check: Call<`${S} ${A}`, R> = (given, known) => {
    const following: object = read ? read(given[own] as contract.Given<R>) : Object(given[own]);
    if (holder && !inside.every(([name, mark]) => mark || Reflect.get(following, name) instanceof Tensor))
      throw badArgument(what, holder.name, holder.must, given[own], holder.fix);
    const all: unknown[] = [];
    for (let i = 0; i < own; i++) all.push(given[i]);
    for (const [name] of inside) all.push(Reflect.get(following, name));
    const fixed = typeof known === "function" ? known() : known;
    const sizes = inputs(all, fixed as contract.Known);
    // Two spreads into one literal would take microseconds in Node 20.
    return (read ? Object.assign(sizes, following) : sizes) as Result<`${S} ${A}`, R>;
  };
  return Object.assign(check, { options: of as Options<R> });
}

function tensorsAmong(rules: contract.Rules): string {
  return Object.entries(rules)
    .map(([name, { tensor }]) => (tensor ? `${name}? ${tensor}` : ""))
    .join("  ");
}

/** The names of the tensors in a declaration, each with its "?". */
function namesIn(text: string): (readonly [name: string, mark: string])[] {
  const items = text.matchAll(/(\w+)(\??)\s*(?:float|int32|bool)?\s*\(/g);
  return Array.from(items, ([, name, mark]) => [name!, mark!]);
}

/**
 * Declares a module's method: its tensors and options, as `call` does of a function. The module's parts are checked first,
 * since they may be replaced; then `known` gives the sizes that the module fixes.
 *
 * @example
 * const forward = method("Linear.forward", "x float (b, n, d)");
 * forward(new Linear(2, 3), [ones([1, 5, 2])], { d: 2 }).n // 5
 */
/* @__NO_SIDE_EFFECTS__ */
export function method<
  const S extends string,
  const R extends contract.Rules = Record<never, never>,
  const A extends string = "",
>(of: string | Options<R>, text: S, holder?: Holder<A>) {
  const inputs = call(of, text, holder);
  const check: Method<`${S} ${A}`, R> = (module, given, known) => {
    checkParts(module);
    return inputs(given, known);
  };
  return Object.assign(check, { options: inputs.options });
}

/**
 * A {@link method} whose options are masks, and that takes lengths by position before them.
 *
 * @throws ArgumentError for lengths that are given twice.
 */
/* @__NO_SIDE_EFFECTS__ */
export function maskedMethod<const R extends contract.Rules>(options: Options<R>, text: string) {
  const inputs = contract.tensors(options.what, text);
  const read = options as (given: object) => contract.Settings<R>;
  return (
    module: Module,
    given: readonly unknown[],
    validLens: Tensor | undefined,
    masks: KeyMaskOptions,
    known?: () => contract.Known,
  ): contract.Settings<R> => {
    checkParts(module);
    inputs.check(given, known?.());
    const settings = read(masks);
    if (validLens === undefined) return settings;
    if (masks.validLens === undefined) return read({ ...masks, validLens });
    throw new ArgumentError(
      `${options.what}: validLens is given twice, as an argument and as an option; give one.`,
    );
  };
}
