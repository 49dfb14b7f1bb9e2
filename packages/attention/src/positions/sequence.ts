import type { Module } from "@saccade/nn";
import { type Given, options, whole } from "@saccade/tensor/contract";
import { method } from "../contract/method.ts";
import { checkSpan } from "./attention-positions.ts";

const offsetRules = {
  /** The position of its first vector. Default 0. */
  offset: whole(0, { min: 0 }),
};

/** Where a sequence begins. */
export interface EncodingOffset extends Given<typeof offsetRules> {}

/** The sequence x of a call. */
interface Sequence {
  readonly offset: number;
  readonly length: number;
}

/**
 * Declares the `forward` of positions that are added to or turn a sequence x (…, length, width), whose first vector is at
 * position `offset`.
 */
/* @__NO_SIDE_EFFECTS__ */
export function sequenceCall(kind: string, width: string) {
  const what = `${kind}.forward`;
  const forwardOptions = options(what, offsetRules, { example: "positions.forward(x, { offset: 0 })" });
  const inputs = method(forwardOptions, `x float (…, length, ${width})` as "x (length)");
  return (
    module: Module & { readonly maxLen: number },
    given: readonly unknown[],
    size: number,
  ): Sequence => {
    const { length, offset } = inputs(module, given, { [width]: size });
    checkSpan(what, "x", length, offset, module.maxLen);
    return { offset, length };
  };
}
