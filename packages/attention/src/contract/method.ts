import type { Module } from "@saccade/nn";
import { ArgumentError, type Tensor } from "@saccade/tensor";
import {
  type Known,
  type Options,
  type Rules,
  type Settings,
  type SizesOf,
  tensors,
} from "@saccade/tensor/contract";
import { checkParts } from "./parts.ts";
import type { KeyMaskOptions } from "./rules.ts";

/**
 * Declares a function of tensors, in the notation of `tensors`, and options behind them. A call gives the sizes and the
 * options by name.
 *
 * @example
 * const inputs = call("x float (…, n)  y float (…, n)", pairOptions);
 * const { n, scale } = inputs(arguments, given);
 */
/* @__NO_SIDE_EFFECTS__ */
export function call<const S extends string, const R extends Rules>(
  text: S,
  options: Options<R>,
): (given: ArrayLike<unknown>, options?: object, known?: Known) => SizesOf<S> & Settings<R> {
  const inputs = tensors(options.what, text);
  return (given, _options, known) => ({
    ...inputs(given, known, 1),
    ...options(given[inputs.count] as Parameters<typeof options>[0]),
  });
}

/**
 * {@link call} of a module's method. The module's parts are checked first, since they may be replaced.
 *
 * @param known gives sizes that the module fixes
 */
/* @__NO_SIDE_EFFECTS__ */
export function method<const S extends string, const R extends Rules>(
  text: S,
  options: Options<R>,
): (
  module: Module,
  given: ArrayLike<unknown>,
  options: object,
  known?: () => Known,
) => SizesOf<S> & Settings<R> {
  const inputs = call(text, options);
  return (module, given, settings, known) => {
    checkParts(module);
    return inputs(given, settings, known?.());
  };
}

/**
 * A {@link method} whose options are masks, and that takes lengths by position before them.
 *
 * @throws ArgumentError for lengths that are given twice.
 */
/* @__NO_SIDE_EFFECTS__ */
export function maskedMethod<const S extends string, const R extends Rules>(
  text: S,
  options: Options<R>,
): (
  module: Module,
  given: ArrayLike<unknown>,
  validLens: Tensor | undefined,
  masks: KeyMaskOptions,
  known?: () => Known,
) => Settings<R> {
  const inputs = tensors(options.what, text);
  return (module, given, validLens, masks, known) => {
    checkParts(module);
    inputs.check(given, known?.(), 2);
    const settings = options(masks as Parameters<typeof options>[0]);
    if (validLens === undefined) return settings;
    if (masks.validLens === undefined)
      return options({ ...masks, validLens } as Parameters<typeof options>[0]);
    throw new ArgumentError(
      `${options.what}: validLens is given twice, as an argument and as an option; give one.`,
    );
  };
}
