import * as c from "@saccade/contract";
import { full } from "../../create.ts";
import {
  apply1,
  checkElements,
  checkInputs,
  checkTensor,
  formatShape,
  inOrder,
  type Op,
  positionOf,
  sameShape,
  tensorRule,
} from "../../kit.ts";
import { Tensor } from "../../tensor.ts";
import { gather } from "../indexing/gather.ts";

interface SearchAttrs {
  readonly right: boolean;
}

/** For each value of a row (…, m), how many elements of its sorted row (n) or (…, n) are below it, or (right) at most it. */
export const searchsortedOp: Op<readonly [Tensor, Tensor], readonly [Tensor], SearchAttrs> = {
  name: "searchsorted",
  infer: ([, values]) => [{ shape: values.shape, dtype: "int32" }],
  forward([sorted, values], [out], { right }) {
    const rows = inOrder(sorted);
    const wanted = inOrder(values);
    const n = sorted.shape.at(-1)!;
    const m = sorted.shape.length === 1 ? Number.POSITIVE_INFINITY : values.shape.at(-1)!;
    for (let i = 0; i < out.data.length; i++) {
      const start = rows.offset + Math.floor(i / m) * n;
      const value = wanted.data[wanted.offset + i]!;
      let [low, high] = [0, n];
      while (low < high) {
        const half = (low + high) >> 1;
        const element = rows.data[start + half]!;
        // A NaN, in the row or as value, goes to the end.
        if (right ? element > value : element >= value) high = half;
        else low = half + 1;
      }
      out.data[i] = low;
    }
  },
  gradient: () => [null, null],
};

const always = "the result is always int32";
const searchsortedOptions = c.options(
  "searchsorted(sorted, values, { right: true })",
  {
    /** Whether a value is inserted after elements equal to it. Default false: before them. */
    right: c.flag(false),
    /** The same as a string. Default "left". */
    side: c.oneOf(["left", "right"]),
    /** The indices that sort the sequence, as argsort gives them, where it is not sorted. */
    sorter: tensorRule("int32"),
  },
  { renamed: { outInt32: always } },
);

/** Options of {@link searchsorted}. */
export interface SearchsortedOptions extends c.OptionsOf<typeof searchsortedOptions> {}

/**
 * The places (int32) at which values go into sorted rows so that the order stays: `sorted` is (n), for values of any
 * shape, or (…, n) for values (…, m). A number as value needs a sequence (n).
 *
 * @throws ShapeError where the dims in front differ; DTypeError for two dtypes; ArgumentError for a row that descends, if the
 * host can read it, and where `right` and `side` contradict each other.
 * @example searchsorted(tensor([1, 3, 5]), tensor([3, 6])) // tensor([1, 3], dtype=int32)
 */
export function searchsorted(sorted: Tensor, values: Tensor | number, given?: SearchsortedOptions): Tensor {
  const { right, side, sorter } = searchsortedOptions(given);
  if (right && side === "left")
    throw new c.ArgumentError('searchsorted: side "left" contradicts right: true; leave one out.');
  checkTensor("searchsorted", "sorted", sorted);
  const wanted = asTensor("searchsorted", "values", values, sorted);
  if (sorter !== undefined && !sameShape(sorter.shape, sorted.shape))
    throw new c.ShapeError(
      `searchsorted: sorter ${sorter.describe()} must have the shape of sorted ${sorted.describe()}; write argsort(sorted).`,
    );
  checkInputs("searchsorted", { sorted, values: wanted, ...(sorter && { sorter }) });
  const rows = sorter === undefined ? sorted : gather(sorted, -1, sorter);
  return search("searchsorted", "sorted", rows, wanted, right || side === "right");
}

const bucketizeOptions = c.options(
  "bucketize(x, boundaries, { right: true })",
  {
    /** Whether a value equal to a boundary counts to the bucket above it. Default false. */
    right: c.flag(false),
  },
  { renamed: { outInt32: always } },
);

/** Options of {@link bucketize}. */
export interface BucketizeOptions extends c.OptionsOf<typeof bucketizeOptions> {}

/**
 * The bucket (int32) of each element: the number of boundaries below it. `boundaries` is sorted, (n). As
 * `searchsorted(boundaries, x)`.
 *
 * @throws ShapeError unless boundaries is a vector; DTypeError for two dtypes; ArgumentError for boundaries that descend, if
 * the host can read them.
 * @example bucketize(tensor([2, 3, 9]), tensor([1, 3, 5])) // tensor([1, 1, 3], dtype=int32)
 */
export function bucketize(x: Tensor | number, boundaries: Tensor, given?: BucketizeOptions): Tensor {
  const { right } = bucketizeOptions(given);
  checkTensor("bucketize", "boundaries", boundaries);
  if (boundaries.ndim !== 1)
    throw new c.ShapeError(`bucketize: boundaries ${boundaries.describe()} must be a vector; flatten() it.`);
  return search("bucketize", "boundaries", boundaries, asTensor("bucketize", "x", x, boundaries), right);
}

function asTensor(what: string, name: string, value: unknown, beside: Tensor): Tensor {
  if (value instanceof Tensor) return value;
  if (typeof value !== "number") throw c.badArgument(what, name, "a tensor or a number", value);
  return full([], value, { dtype: beside.dtype, backend: beside.backend });
}

/** Refuses rows that descend, where the host can see them; NaN comes last. */
function checkSorted(what: string, name: string, x: Tensor): void {
  const n = x.shape.at(-1)!;
  checkElements(what, x, (elements) => {
    for (let i = 1; i < elements.length; i++) {
      const [before, here] = [elements[i - 1]!, elements[i]!];
      if (here >= before || Number.isNaN(here) || i % n === 0) continue;
      const at = formatShape(positionOf(i, x.shape));
      throw c.badArgument(
        what,
        `${name}${at}`,
        `at least ${before}, as the element before it`,
        here,
        "sort() it first",
      );
    }
  });
}

function search(what: string, name: string, sorted: Tensor, values: Tensor, right: boolean): Tensor {
  checkInputs(what, { [name]: sorted, values });
  const [a, b] = [sorted, values];
  if (a.dtype !== b.dtype)
    throw new c.DTypeError(
      `${what}: ${b.describe()} and ${a.describe()} are of two dtypes; convert one with to("${a.dtype}").`,
    );
  const fits =
    a.ndim === 1 ||
    (a.ndim === b.ndim && a.ndim > 0 && sameShape(a.shape.slice(0, -1), b.shape.slice(0, -1)));
  if (!fits)
    throw new c.ShapeError(
      `${what}: ${name} ${a.describe()} must be a vector, or have the dims of the values ${b.describe()} but the last; ` +
        "expand() one.",
    );
  checkSorted(what, name, a);
  return apply1(searchsortedOp, [a, b], { right });
}
