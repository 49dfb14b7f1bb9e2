// Options of reductions that are functions, not methods: their messages show calls f(x, …).

import { type Options, options, type Rules } from "../../contract/options.ts";
import type { Tensor } from "../../tensor.ts";
import { type ReduceAttrs, reduceRules } from "./dims.ts";

/** Options of a reduction f(x, dim, options). */
/* @__NO_SIDE_EFFECTS__ */
export function functionOptions<const R extends Rules>(
  what: string,
  rules: R,
  example: string = `${what}(x, 1, { keepdim: true })`,
): Options<R> {
  return options(what, rules, { example, renamed: optionsMoved(what) });
}

/** Options with only `keepdim`. */
/* @__NO_SIDE_EFFECTS__ */
export function keepdimOptions(what: string, example?: string): Options<typeof reduceRules> {
  return functionOptions(what, reduceRules, example);
}

function optionsMoved(what: string): Readonly<Record<string, string>> {
  const first = `the dim comes first: ${what}(x, 1)`;
  return { axis: first, dim: first, dtype: `convert first: ${what}(x.to("float64"), …)` };
}

/** The result of a reduction over one dim that was kept: without it, unless it stays. */
export function dropDim(kept: Tensor, dim: number, keepdim: boolean): Tensor {
  return keepdim || kept.ndim === 0 ? kept : kept.squeeze(dim);
}

/** The only dim of a reduction along one dim; 0 for a scalar. */
export function onlyDim({ dims }: ReduceAttrs): number {
  return dims[0] ?? 0;
}
