import type { Tensor } from "@saccade/tensor";
import type { Module } from "../module.ts";
import { site } from "../sites.ts";

/** The sites of a norm: hook_scale, its divisor (…, 1), and hook_normalized, its output. */
export const normSites = { sites: ["hook_scale", "hook_normalized"] };

/** A norm by its definition, in which its scale can be replaced: centred / scale · weight + bias. */
export function normByScale(
  norm: Module & { readonly weight: Tensor | null; readonly bias?: Tensor | null },
  centred: Tensor,
  scale: Tensor,
): Tensor {
  const normed = centred.div(site(norm, "hook_scale", scale));
  const weighted = norm.weight ? normed.mul(norm.weight) : normed;
  return norm.bias ? weighted.add(norm.bias) : weighted;
}
