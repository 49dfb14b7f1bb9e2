import { checkOptions, checkRange, type OptionNames, optionNames } from "@saccade/tensor/backend";
import { checkGenerator } from "../checks.ts";
import type { Parameter } from "../parameter.ts";
import { checkParameter, type InitOptions } from "./fill.ts";

/** Options of `xavierUniform`, `xavierNormal` and `orthogonal`. */
export interface XavierOptions extends InitOptions {
  /** A factor on the spread; see {@link calculateGain}. Default 1. */
  readonly gain?: number;
}

/** The options of a function that takes a gain. */
export function gainNames(name: string): OptionNames {
  const example = `init.${name}(weight, { gain: 2 })`;
  return optionNames<XavierOptions>(`init.${name}`, { gain: true, generator: true }, example);
}

/** The checked gain, and the options for drawing. */
export function gainOf(
  names: OptionNames,
  parameter: Parameter,
  options: XavierOptions,
): { readonly gain: number; readonly draw: InitOptions } {
  checkParameter(names.what, parameter);
  checkOptions(names, options);
  const { gain = 1, generator } = options;
  checkRange(names.what, "gain", gain, -Number.MAX_VALUE, Number.MAX_VALUE);
  checkGenerator(names.what, generator);
  return { gain, draw: generator ? { generator } : {} };
}
