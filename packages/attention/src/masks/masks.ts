// Masks by rule: causal, and lengths.

import { ShapeError, type Tensor, where } from "@saccade/tensor";
import { checkAddressable, formatShape } from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";
import { backendRule, keyMaskRules } from "../contract/rules.ts";
import { checkLengths, firstKeys, lowerTriangle, positions } from "./by-position.ts";

/** Rule of the option `backend` of a mask. */
export const backendRules = {
  /** Where the mask is made. Default: the current backend. */
  backend: backendRule,
};

/** The backend of a mask. Default: the current backend. */
export interface MaskPlace extends c.Given<typeof backendRules> {}

const count = c.whole(undefined, { min: 0 });
const anyNumber = /* @__PURE__ */ c.number(0, {
  min: Number.NEGATIVE_INFINITY,
  max: Number.POSITIVE_INFINITY,
});

const causalSizes = c.signature(
  "causalMask",
  { lq: c.required(count), lk: count },
  {
    /** The position of the first query among the keys, for cached keys before it. Default 0. */
    offset: c.whole(0, { min: 0, max: 2 ** 30 }),
    ...backendRules,
  },
  { example: "causalMask(lq, lk, { offset })" },
);

/** Options of {@link causalMask}. */
export interface CausalMaskOptions extends c.OptionsOf<typeof causalSizes, typeof backendRules> {}

/**
 * bool (lq, lk), true where key j ≤ query i: the lower triangle, as `is_causal` in PyTorch. Query i has position i +
 * offset.
 *
 * @throws ArgumentError unless the sizes and the offset are whole numbers ≥ 0.
 * @example causalMask(3) // tensor([[True, False, False], [True, True, False], [True, True, True]], dtype=bool)
 */
export function causalMask(lq: number, lk: number = lq, given: CausalMaskOptions = {}): Tensor {
  const { offset, backend } = causalSizes([lq, lk, given]);
  return lowerTriangle(lq, lk, offset, backend);
}

const lengthsCall = /* @__PURE__ */ c.signature(
  "lengthsMask",
  { validLens: /* @__PURE__ */ c.required(keyMaskRules.validLens), lk: /* @__PURE__ */ c.required(count) },
  "lengthsMask(validLens, 8)",
);

/**
 * bool, true for the first `validLens` of lk keys: (b, 1, lk) for lengths (b), one for each sequence; (b, lq, lk) for
 * lengths (b, lq), one for each query.
 *
 * @param validLens int32, 0 to lk
 * @throws ShapeError for lengths of another rank, IndexError for a length out of range.
 * @example lengthsMask(tensor([2, 3], { dtype: "int32" }), 3) // tensor([[[True, True, False]], [[True, True, True]]], dtype=bool)
 */
export function lengthsMask(validLens: Tensor, lk: number): Tensor {
  lengthsCall([validLens, lk]);
  checkLengths("lengthsMask", "validLens", validLens, lk);
  checkAddressable("lengthsMask", [...validLens.shape, lk]);
  return firstKeys(validLens, lk);
}

const sequences = /* @__PURE__ */ c.tensors("sequenceMask", "x (…)  validLens int32 (n)");
const fillValue = /* @__PURE__ */ c.signature(
  "sequenceMask",
  { value: anyNumber },
  "sequenceMask(x, validLens, -1)",
);

/**
 * Replaces every step of x (n, steps, …) beyond the sequence's valid length by `value`, in a new tensor.
 * d2l's `sequence_mask`.
 *
 * @param validLens int32 (n), 0 to steps
 * @throws ShapeError unless x is (n, steps, …) and validLens (n); IndexError for a length out of range.
 * @example sequenceMask(ones([2, 3]), tensor([1, 2], { dtype: "int32" })) // tensor([[1, 0, 0], [1, 1, 0]])
 */
export function sequenceMask(x: Tensor, validLens: Tensor, value: number = 0): Tensor {
  const { n } = sequences([x, validLens]);
  fillValue([value]);
  const [batch, steps, ...rest] = x.shape;
  if (steps === undefined || batch !== n) {
    throw new ShapeError(
      `sequenceMask: x ${formatShape(x.shape)} must be (n, steps, …) and validLens ${formatShape(validLens.shape)} ` +
        "must be (n), a length for each sequence.",
    );
  }
  checkLengths("sequenceMask", "validLens", validLens, steps);
  const valid = positions(steps, x.backend).lt(validLens.unsqueeze(1)); // (n, steps)
  return where(valid.reshape([n, steps, ...rest.map(() => 1)]), x, value);
}
