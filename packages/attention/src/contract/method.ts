// What attention returns, the contracts of calls, and the parts of a module, which users may have replaced.

import { Module } from "@saccade/nn";
import { ArgumentError, Tensor } from "@saccade/tensor";
import { badArgument, iterable } from "@saccade/tensor/backend";
import * as contract from "@saccade/tensor/contract";
import type { Attended } from "../definitions/attention.ts";
import type { KeyMaskOptions, needWeightsRules, SummaryName } from "./rules.ts";
import type { Summaries, SummariesIf } from "./summaries.ts";

export type { Attended } from "../definitions/attention.ts";

/** The result of an attention with optional weights. */
export interface MaybeAttended {
  /** (…, lq, d): the weighted sums of the values. */
  readonly output: Tensor;
  /** undefined with `needWeights: false`. */
  readonly weights: Tensor | undefined;
}

/** The result of an attention that may return summaries. */
export interface Summarized extends MaybeAttended, Summaries {}

/** Whether an attention returns its weights. `W` is the type of `needWeights`. */
export interface WeightsOptions<W extends boolean = boolean> extends contract.Given<typeof needWeightsRules> {
  readonly needWeights?: W | undefined;
}

/**
 * {@link Attended} if `needWeights` is known to be true, otherwise {@link MaybeAttended}. It is a named tuple, as PyTorch's:
 * `const [output, weights] = …` works too. With `summaries`, these are in it.
 */
export type AttendedIf<W extends boolean, S extends SummaryName = never> = ([W] extends [true]
  ? Attended & Iterable<Tensor>
  : MaybeAttended) &
  SummariesIf<S>;

/**
 * Narrows the type by `needWeights`: the weights are present unless it is false.
 *
 * @example attendedIf({ output: ones([2]), weights: undefined }).output.shape // [2]
 */
export function attendedIf<W extends boolean, S extends SummaryName = never>(
  attended: Summarized,
): AttendedIf<W, S> {
  return iterable(attended) as AttendedIf<W, S>;
}

type Kind = new (...args: never[]) => object;

/** A part of a module as it was when the module was made. */
interface Part {
  readonly kind: Kind;
  readonly isList: boolean;
  /** Its sizes, such as inFeatures, and parts: what takes its place must have them too. */
  readonly fields: readonly string[];
  readonly mayBeNull: boolean;
}

const parts = new WeakMap<Module, ReadonlyMap<string, Part>>();

/** Parts whose weight is read directly, which would bypass an adapter. */
const isRead = new Set(["W_q", "w_v", "v", "w_2"]);

/**
 * Notes the parts of a module, at the end of its constructor.
 *
 * @param mayBeNull the parts that may be taken out
 * @example
 * const net = new Sequential(new Linear(2, 3));
 * noteParts(net);
 * checkParts(net) // undefined
 */
export function noteParts(module: Module, ...mayBeNull: readonly string[]): void {
  const noted = new Map<string, Part>();
  for (const [field, value] of Object.entries(module)) {
    const one = firstOf(value);
    if (!(one instanceof Module || one instanceof Tensor)) continue;
    const fields = one instanceof Module ? fieldsOf(one) : [];
    if (isRead.has(field)) fields.push("weight");
    const kind = one.constructor as Kind;
    noted.set(field, { kind, isList: Array.isArray(value), fields, mayBeNull: mayBeNull.includes(field) });
  }
  parts.set(module, noted);
}

// Its sizes and its own parts, except settings of dropouts and norms, which are interchangeable.
function fieldsOf(part: Module): string[] {
  const isSize = ([name, value]: [string, unknown]): boolean =>
    typeof value === "number" ? !["p", "eps", "dropout"].includes(name) : value instanceof Module;
  return Object.entries(part)
    .map(([name, value]): [string, unknown] => [name, firstOf(value)])
    .filter(isSize)
    .map(([name]) => name);
}

function firstOf(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : value;
}

/**
 * Checks that what took the place of a part can do its work, such as `decoder.attention = …`.
 *
 * @throws ArgumentError naming the module, the part and what it must be.
 * @example checkParts(new Linear(2, 3)) // undefined
 */
export function checkParts(module: Module): void {
  for (const [field, part] of parts.get(module) ?? []) {
    const value: unknown = Reflect.get(module, field);
    if ((value instanceof part.kind && !part.isList) || (value === null && part.mayBeNull)) continue;
    const items: readonly unknown[] = part.isList && Array.isArray(value) ? Array.from(value) : [];
    const fits = part.isList
      ? items.length > 0 && items.every((item) => fitsPart(item, part))
      : fitsPart(value, part);
    if (fits) continue;
    const { name } = part.kind;
    const one = `${/^[AEIOU]/.test(name) ? "an" : "a"} ${name}, or a module with its methods, sizes and parts`;
    throw badArgument(module.constructor.name, field, part.isList ? `a list of ${name}s` : one, value);
  }
}

// Of the kind itself, or with its methods and sizes.
function fitsPart(value: unknown, { kind, fields }: Part): boolean {
  if (value instanceof kind) return true;
  if (kind.prototype instanceof Tensor) return value instanceof Tensor;
  if (!(value instanceof Module)) return false;
  const methods = Object.getOwnPropertyNames(kind.prototype).filter((name) => name !== "describeOptions");
  return [...methods, ...fields].every((name) => name in value);
}

type Options<R extends contract.Rules> = contract.Options<R>;
type Result<S extends string, R extends contract.Rules> = contract.SizesOf<S> & contract.Settings<R>;
type Known = Readonly<Record<string, number | undefined>>;
type Call<S extends string, R extends contract.Rules> = (
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
  const inputs = contract.tensors(what, `${text}  ${among}`.trim());
  // Read at the first call: a program calls few of the functions that it loads.
  let names: { readonly own: number; readonly inside: ReturnType<typeof namesIn> } | undefined;
  const check: Call<`${S} ${A}`, R> = (given, known) => {
    names ??= { own: namesIn(text).length, inside: namesIn(among) };
    const { own, inside } = names;
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
  const check = (module: Module, given: readonly unknown[], known?: Known | (() => Known)) => {
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
