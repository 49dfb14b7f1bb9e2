import { getBackend, ones, type Tensor, tensor, zeros } from "@saccade/tensor";
import type { MaskOptions } from "../../src/index.ts";
import { noise } from "../helpers.ts";
import * as is from "./kinds.ts";

/** (2, 3, 4): two sequences of three vectors. */
export const x: Tensor = noise([2, 3, 4]);
export const lens: Tensor = tensor([1, 3], { dtype: "int32" });
export const ids: Tensor = ones([2, 3], { dtype: "int32" });

export const q: is.Given = is.floats(x);
export const tokens: is.Given = is.ranked(is.ints(ids));
export const lengths: is.Given = is.ranked(is.ints(lens));

/** The masks of an attention of {@link x} to itself. */
export const masks: { readonly [Name in keyof Required<MaskOptions>]: is.Given } = {
  mask: is.ranked(is.bools(ones([3, 3], { dtype: "bool" }))),
  keyMask: is.ranked(is.bools(ones([2, 3], { dtype: "bool" }))),
  validLens: lengths,
  causal: is.flag(),
};

export const bias: is.Given = is.ranked(is.floats(zeros([3, 3])));
export const backend: is.Given = is.thing(getBackend);
export const maskFill: is.Given = is.taking(
  is.nullable(is.number(-1e9, -1e300, 1e300)),
  Number.NEGATIVE_INFINITY,
);
export const scale: is.Given = is.number(2, -1e30, 1e30, 0, 1e-300);

/** The value itself. */
export function the(value: unknown): is.Given {
  return is.thing(() => value);
}
