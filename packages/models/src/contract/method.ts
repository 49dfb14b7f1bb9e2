import { checkParts } from "@saccade/attention/model";
import type { Module } from "@saccade/nn";
import { Tensor } from "@saccade/tensor";
import { badArgument, refuseExtra } from "@saccade/tensor/backend";
import {
  type Given,
  type Known,
  type Options,
  type Rules,
  type Settings,
  type SizesOf,
  tensors,
} from "@saccade/tensor/contract";

/** Checks a call of a module's method, and gives sizes and options by name. See {@link method}. */
export type Method<S extends string, R extends Rules> = (
  module: Module,
  given: ArrayLike<unknown>,
  options?: Given<R>,
  known?: Readonly<Record<string, number | undefined>>,
) => SizesOf<S> & Settings<R>;

/** An object of tensors, such as a decoder's state: its name among the arguments, where it comes from, and a fix. */
export interface Holder {
  readonly name: string;
  readonly must: string;
  readonly fix: string;
}

/**
 * Declares how a module's method is called: tensors in front, in the notation of `tensors`, then options, an object of
 * tensors, or so many other arguments. Tensors among the options or in the object are declared in `among`. A call checks the
 * module's parts too, since they may be replaced.
 *
 * @example
 * const forward = method("Net.forward", "x float (b, n, d)", netForward, "keyMask? bool (b, n)");
 * const { n, keyMask } = forward(this, arguments, given, { d: this.width });
 */
/* @__NO_SIDE_EFFECTS__ */
export function method<
  const S extends string,
  const R extends Rules = Record<never, never>,
  const A extends string = "",
>(what: string, text: S, more: Options<R> | Holder | number = 0, among?: A): Method<`${S} ${A}`, R> {
  const inputs = tensors(what, among === undefined ? text : `${text}  ${among}`);
  const own = namesIn(text).length;
  const inside = namesIn(among ?? "");
  const needed = inside.filter(([, mark]) => mark === "");
  return (module, given, _options, known) => {
    checkParts(module);
    refuseExtra(typeof more === "function" ? more : what, given, own + (typeof more === "number" ? more : 1));
    const behind: object = typeof more === "function" ? more(given[own] as Given<R>) : Object(given[own]);
    const isTensor = ([name]: Name): boolean => Reflect.get(behind, name) instanceof Tensor;
    if (typeof more === "object" && !needed.every(isTensor))
      throw badArgument(what, more.name, more.must, given[own], more.fix);
    const all = Array.from({ length: own }, (_, i) => given[i]);
    for (const [name] of inside) all.push(Reflect.get(behind, name));
    const sizes = inputs(all, known as Known);
    return { ...sizes, ...(typeof more === "function" && behind) } as SizesOf<`${S} ${A}`> & Settings<R>;
  };
}

type Name = readonly [name: string, mark: string];

/** The names of the tensors in a declaration, each with its "?". */
function namesIn(text: string): Name[] {
  const items = text.matchAll(/(\w+)(\??)\s*(?:float|int32|bool)?\s*\(/g);
  return Array.from(items, ([, name, mark]) => [name!, mark!]);
}
