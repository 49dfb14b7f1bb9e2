import { type Given, type Known, options, whole } from "@saccade/tensor/contract";
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
 *
 * @param inputs the contract of x, with the name of its width
 */
/* @__NO_SIDE_EFFECTS__ */
export function sequenceCall(
  kind: string,
  inputs: (call: ArrayLike<unknown>, known: Known, more: number) => { readonly length: number },
): (call: ArrayLike<unknown>, width: Known, maxLen: number) => Sequence {
  const what = `${kind}.forward`;
  const forwardOptions = options(what, offsetRules, { example: "positions.forward(x, { offset: 0 })" });
  return (call, width, maxLen) => {
    const { length } = inputs(call, width, 1);
    const { offset } = forwardOptions(call[1] as EncodingOffset | undefined);
    checkSpan(what, "x", length, offset, maxLen);
    return { offset, length };
  };
}
