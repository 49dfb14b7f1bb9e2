import {
  arange,
  type Backend,
  DTypeError,
  IndexError,
  ShapeError,
  type Tensor,
  where,
} from "@saccade/tensor";
import {
  checkElements,
  checkInteger,
  checkNumber,
  checkOptions,
  checkTensor,
  formatShape,
  optionNames,
  refuseExtra,
} from "@saccade/tensor/backend";
import { placeAt } from "../contract/check-options.ts";

/** The backend of a mask. Default: the current backend. */
export interface MaskPlace {
  /** Where the mask is made. Default: the current backend. */
  readonly backend?: Backend | undefined;
}

/** Options of {@link causalMask}. */
export interface CausalMaskOptions extends MaskPlace {
  /** The position of the first query among the keys, for cached keys before it. Default 0. */
  readonly offset?: number | undefined;
}

const causalOptions = optionNames<CausalMaskOptions>(
  "causalMask",
  { offset: true, backend: true },
  "causalMask(lq, lk, { offset })",
);

/**
 * bool (lq, lk), true where key j ≤ query i: the lower triangle, as `is_causal` in PyTorch. Query i has position i +
 * offset.
 *
 * @throws ArgumentError unless the sizes and the offset are whole numbers ≥ 0.
 * @example causalMask(3) // tensor([[True, False, False], [True, True, False], [True, True, True]], dtype=bool)
 */
export function causalMask(lq: number, lk: number = lq, options: CausalMaskOptions = {}): Tensor {
  refuseExtra(causalOptions, arguments, 3);
  checkInteger("causalMask", "lq", lq, 0);
  checkInteger("causalMask", "lk", lk, 0);
  checkOptions(causalOptions, options);
  const { offset = 0, backend } = options;
  checkInteger("causalMask", "offset", offset, 0, 2 ** 31 - 1 - lq);
  const place = placeAt("causalMask", backend);
  const queries = positions(lq, place).add(offset).unsqueeze(1); // (lq, 1)
  return queries.ge(positions(lk, place));
}

/**
 * bool, true for the first `validLens` of lk keys: (b, 1, lk) for lengths (b), one for each sequence; (b, lq, lk) for
 * lengths (b, lq), one for each query.
 *
 * @param validLens int32, 0 to lk
 * @throws ShapeError for lengths of another rank, DTypeError unless they are int32, IndexError for a length out of range.
 * @example lengthsMask(tensor([2, 3], { dtype: "int32" }), 3) // tensor([[[True, True, False]], [[True, True, True]]], dtype=bool)
 */
export function lengthsMask(validLens: Tensor, lk: number): Tensor {
  refuseExtra("lengthsMask", arguments, 2);
  checkInteger("lengthsMask", "lk", lk, 0);
  checkLengths("lengthsMask", "validLens", validLens, lk);
  const lens = validLens.ndim === 1 ? validLens.unsqueeze(1) : validLens; // (b, 1 | lq)
  return positions(lk, validLens).lt(lens.unsqueeze(-1));
}

/**
 * Replaces every step of x (n, steps, …) beyond the sequence's valid length by `value`, in a new tensor.
 * d2l's `sequence_mask`.
 *
 * @param validLens int32 (n), 0 to steps
 * @throws ShapeError unless x is (n, steps, …) and validLens (n); DTypeError unless the lengths are int32; IndexError for a
 * length out of range.
 * @example sequenceMask(ones([2, 3]), tensor([1, 2], { dtype: "int32" })) // tensor([[1, 0, 0], [1, 1, 0]])
 */
export function sequenceMask(x: Tensor, validLens: Tensor, value: number = 0): Tensor {
  refuseExtra("sequenceMask", arguments, 3);
  checkTensor("sequenceMask", "x", x);
  checkTensor("sequenceMask", "validLens", validLens);
  checkNumber("sequenceMask", "value", value);
  const [n, steps, ...rest] = x.shape;
  if (n === undefined || steps === undefined || validLens.ndim !== 1 || validLens.shape[0] !== n) {
    throw new ShapeError(
      `sequenceMask: x ${formatShape(x.shape)} must be (n, steps, …) and validLens ${formatShape(validLens.shape)} ` +
        "must be (n), a length for each sequence.",
    );
  }
  checkLengths("sequenceMask", "validLens", validLens, steps);
  const valid = positions(steps, x).lt(validLens.unsqueeze(1)); // (n, steps)
  return where(valid.reshape([n, steps, ...rest.map(() => 1)]), x, value);
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
  checkTensor(what, name, lens);
  if (lens.dtype !== "int32") {
    const cure =
      lens.dtype === "bool"
        ? "give a bool tensor as mask or keyMask"
        : `write ${name}.to("int32") where they are whole numbers`;
    throw new DTypeError(`${what}: ${name} is ${lens.describe()}; lengths are int32: ${cure}.`);
  }
  if (lens.ndim !== 1 && lens.ndim !== 2) {
    throw new ShapeError(
      `${what}: ${name} ${formatShape(lens.shape)} must be (b), a length for each sequence, or (b, lq), a length for each query.`,
    );
  }
  checkElements(what, lens, (values) => {
    for (const length of values) {
      if (length >= 0 && length <= most) continue;
      throw new IndexError(
        `${what}: a length in ${name} is ${length}; it must be 0 to ${most}, the number of ${what === "sequenceMask" ? "steps" : "keys"}.`,
      );
    }
  });
}

function positions(count: number, { backend }: MaskPlace): Tensor {
  return arange(0, count, 1, { dtype: "int32", ...(backend && { backend }) });
}
