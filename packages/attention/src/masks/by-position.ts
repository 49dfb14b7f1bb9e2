// Masks of positions without the checks of a call's arguments, and lengths, which an attention with masks needs.

import { arange, type Backend, IndexError, ShapeError, type Tensor } from "@saccade/tensor";
import { checkElements, formatShape } from "@saccade/tensor/backend";
import { keyMaskRules } from "../contract/rules.ts";

/** int32 (size): 0, 1, … */
export function positions(size: number, backend: Backend | undefined): Tensor {
  return arange(0, size, 1, { dtype: "int32", ...(backend && { backend }) });
}

/**
 * `causalMask` without checks: bool (lq, lk), true where key j ≤ query i, which has position i + offset.
 *
 * @example lowerTriangle(2, 3, 1) // tensor([[True, True, False], [True, True, True]], dtype=bool)
 */
export function lowerTriangle(lq: number, lk: number, offset: number, backend?: Backend): Tensor {
  return positions(lq, backend).add(offset).unsqueeze(1).ge(positions(lk, backend));
}

/** `lengthsMask` of checked lengths. */
export function firstKeys(validLens: Tensor, lk: number): Tensor {
  const lens = validLens.ndim === 1 ? validLens.unsqueeze(1) : validLens; // (b, 1 | lq)
  return positions(lk, validLens.backend).lt(lens.unsqueeze(-1));
}

/**
 * Refuses lengths that are not (b) or (b, lq), int32, and 0 to `most` if the host can read them.
 *
 * @example checkLengths("attend", "validLens", tensor([4], { dtype: "int32" }), 3); // throws IndexError
 */
export function checkLengths(
  what: string,
  name: string,
  lens: unknown,
  most: number,
): asserts lens is Tensor {
  const { holds, error } = keyMaskRules.validLens;
  if (!holds(lens)) throw error?.(what, name, lens);
  if (lens.ndim !== 1 && lens.ndim !== 2) {
    throw new ShapeError(
      `${what}: ${name} ${formatShape(lens.shape)} must be (b), a length for each sequence, or (b, lq), a length for each query.`,
    );
  }
  checkElements(what, lens, (values) => {
    const wrong = values.find((length) => length < 0 || length > most);
    if (wrong === undefined) return;
    throw new IndexError(
      `${what}: a length in ${name} is ${wrong}; it must be 0 to ${most}, the number of ${what === "sequenceMask" ? "steps" : "keys"}.`,
    );
  });
}
