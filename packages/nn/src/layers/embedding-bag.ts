// Bags of rows of a table: function and layer.
import {
  ArgumentError,
  arange,
  IndexError,
  newFull,
  newOnes,
  newZeros,
  ShapeError,
  scatterReduce,
  searchsorted,
  type Tensor,
  where,
} from "@saccade/tensor";
import { checkElements, checkSameBackend, formatShape, within } from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";
import { declare } from "../declare.ts";
import { maybeFloats } from "../rules.ts";
import { showSettings } from "../show-settings.ts";
import { type LookUpSettings, lookUpRules, renamed, rowsOf, Table, tableRules } from "./embedding.ts";

type LookUpRules = ReturnType<typeof lookUpRules>;

/** The options of bags, beside those of looking up rows. */
const bagRules = () => ({
  /** The reduction of a bag's rows: "mean" (the default), "sum", or "max" of each column. */
  mode: c.oneOf(["mean", "sum", "max"], "mean"),
  /** Whether the last offset is the end of the last bag. Default false: that is the number of indices. */
  includeLastOffset: c.flag(false),
});
const call = /* @__PURE__ */ declare('embeddingBag(indices, weight, offsets, { mode: "sum" })', () => ({
  positional: {
    indices: c.required(c.tensorRule("int32")),
    weight: c.required(c.tensorRule("float")),
    offsets: c.nullable(c.tensorRule("int32"), null),
  },
  options: { ...lookUpRules(), ...bagRules(), perSampleWeights: maybeFloats() },
  renamed,
}));

/** Options of {@link EmbeddingBag}. */
export interface EmbeddingBagOptions extends c.Given<LookUpRules>, c.Given<ReturnType<typeof bagRules>> {}
/** Options of `functional.embeddingBag`. */
export interface EmbeddingBagFunctionOptions extends EmbeddingBagOptions {
  /** A factor for each index, with mode "sum". */
  readonly perSampleWeights?: Tensor | null | undefined;
}

/**
 * Looks up rows of a table, and takes their mean, sum or maximum in bags: indices (b, n) int32, a bag in each row, or (n)
 * with the bags' starts as offsets (b) int32; weight (rows, d) → (b, d). An empty bag gives zeros, and `paddingIdx` is
 * left out of its bag.
 *
 * @throws ShapeError for indices of other dims, (b, n) with offsets, or (n) without them; IndexError for offsets that do
 * not start at 0, fall, or exceed n; ArgumentError for perSampleWeights with another mode.
 * @example
 * const bags = tensor([[0, 2]], { dtype: "int32" });
 * functional.embeddingBag(bags, tensor([[1, 2], [3, 4], [5, 6]])) // tensor([[3, 4]])
 */
export function embeddingBag(
  indices: Tensor,
  weight: Tensor,
  offsets?: Tensor | null,
  options?: EmbeddingBagFunctionOptions,
): Tensor {
  const settings = call([indices, weight, offsets, options]);
  return within("embeddingBag", () =>
    bagsOf("embeddingBag", indices, weight, settings.offsets, settings.perSampleWeights, settings),
  );
}

/** How bags are made. */
interface BagSettings extends LookUpSettings, c.Settings<ReturnType<typeof bagRules>> {}

/** {@link embeddingBag} of tensors of checked dtypes. */
function bagsOf(
  what: string,
  indices: Tensor,
  weight: Tensor,
  offsets: Tensor | null,
  perSampleWeights: Tensor | null,
  settings: BagSettings,
): Tensor {
  const { mode, includeLastOffset, paddingIdx } = settings;
  const given = [indices, weight, offsets, perSampleWeights];
  checkSameBackend(
    what,
    given.filter((x) => x !== null),
  );
  checkBags(what, indices, offsets, perSampleWeights, mode);
  const rows = rowsOf(indices, weight, settings); // (b, n, d) or (n, d)
  const padding = paddingIdx !== null && paddingIdx < 0 ? paddingIdx + weight.size(0) : paddingIdx;
  const counted = padding === null ? null : indices.ne(padding); // (b, n) or (n)
  if (offsets === null) return ofRows(rows, counted, perSampleWeights, mode);
  const bags = includeLastOffset ? offsets.numel - 1 : offsets.numel;
  if (bags < 0)
    throw new ShapeError(`${what}: offsets is empty, and includeLastOffset takes at least one, the end.`);
  const bagOf = bagsOfIndices(what, offsets, indices, counted, bags);
  return ofBags(rows, bagOf, bags, perSampleWeights, mode);
}

/** Bags that are rows of indices: rows that are not counted (b, n) are ignored, even if NaN. */
function ofRows(
  rows: Tensor, // (b, n, d)
  counted: Tensor | null,
  factors: Tensor | null,
  mode: BagSettings["mode"],
): Tensor {
  const [b, n, d] = [rows.size(0), rows.size(1), rows.size(2)];
  if (n === 0) return newZeros(rows, [b, d]);
  const members = counted?.unsqueeze(2);
  if (mode === "max") {
    if (members === undefined) return rows.max(1).values;
    const largest = where(members, rows, Number.NEGATIVE_INFINITY).max(1).values;
    return where(members.any(1), largest, 0);
  }
  const kept = members === undefined ? rows : where(members, rows, 0);
  const own = counted === null || factors === null ? factors : where(counted, factors, 0);
  const sums = (own === null ? kept : kept.mul(own.unsqueeze(2))).sum(1);
  if (mode === "sum") return sums;
  return members === undefined ? sums.div(n) : sums.div(members.to(rows.dtype).sum(1).clamp({ min: 1 }));
}

/** Bags by the bag of each index (n), which is `bags` for those in none: work for each index, not for each pair with a bag. */
function ofBags(
  rows: Tensor, // (n, d)
  bagOf: Tensor,
  bags: number,
  factors: Tensor | null,
  mode: BagSettings["mode"],
): Tensor {
  const [n, d] = [rows.size(0), rows.size(1)];
  if (n === 0) return newZeros(rows, [bags, d]);
  const outside = bagOf.eq(bags);
  // An extra bag collects the indices that are in none.
  const summed = (x: Tensor): Tensor =>
    newZeros(rows, [bags + 1, ...x.shape.slice(1)])
      .indexAdd(0, bagOf, x)
      .narrow(0, 0, bags);
  if (mode === "max") {
    // The first index of the bag that has the largest element, as in a row.
    const { backend } = rows;
    const at = bagOf.unsqueeze(1).expand([n, d]);
    const still = rows.detach();
    const start = newFull(rows, [bags + 1, d], Number.NEGATIVE_INFINITY);
    const largest = scatterReduce(start, 0, at, still, "amax").indexSelect(0, bagOf);
    const place = arange(n, { dtype: "int32", backend }).unsqueeze(1);
    const places = where(still.eq(largest).logicalOr(still.isnan()), place, n - 1);
    const none = newFull(at, [bags + 1, d], n - 1);
    const first = scatterReduce(none, 0, at, places, "amin").narrow(0, 0, bags);
    const some = summed(newOnes(rows, [n, 1])).gt(0);
    return where(some, rows.gather(0, first), 0);
  }
  const own =
    factors === null
      ? rows
      : where(outside.unsqueeze(1), 0, rows).mul(where(outside, 0, factors).unsqueeze(1));
  const sums = summed(own);
  return mode === "sum" ? sums : sums.div(summed(newOnes(rows, [n, 1])).clamp({ min: 1 }));
}

/** The bag of each index (n), int32: `bags` for those after the last bag and those that are not counted. */
function bagsOfIndices(
  what: string,
  offsets: Tensor,
  indices: Tensor,
  counted: Tensor | null,
  bags: number,
): Tensor {
  const n = indices.numel;
  checkElements(what, offsets, (starts) => {
    const wrong = starts.findIndex((start, i) => start > n || start < (i === 0 ? 0 : starts[i - 1]!));
    if (wrong >= 0 || (starts.length > 0 && starts[0] !== 0))
      throw new IndexError(
        `${what}: offsets is [${[...starts].join(", ")}]; expected whole numbers that start at 0, do not fall, and are at ` +
          `most ${n}, the number of indices.`,
      );
  });
  const at = arange(n, { dtype: "int32", backend: indices.backend });
  const inBag = searchsorted(offsets, at, { right: true }).sub(1);
  const known = inBag.ge(0).logicalAnd(inBag.lt(bags));
  return where(counted === null ? known : known.logicalAnd(counted), inBag, bags);
}

function checkBags(
  what: string,
  indices: Tensor,
  offsets: Tensor | null,
  perSampleWeights: Tensor | null,
  mode: string,
): void {
  const found = `${what}: indices ${formatShape(indices.shape)}`;
  if (indices.ndim !== 1 && indices.ndim !== 2)
    throw new ShapeError(`${found}, expected (b, n), a bag in each row, or (n) with offsets.`);
  if (indices.ndim === 2 && offsets !== null)
    throw new ShapeError(`${found} have a bag in each row; leave out offsets, or flatten the indices.`);
  if (indices.ndim === 1 && offsets === null)
    throw new ShapeError(`${found} need offsets, where each bag starts; or give indices (b, n).`);
  if (offsets !== null && offsets.ndim !== 1)
    throw new ShapeError(`${what}: offsets ${formatShape(offsets.shape)}, expected (b).`);
  if (perSampleWeights === null) return;
  if (mode !== "sum")
    throw new ArgumentError(`${what}: perSampleWeights require mode "sum", and mode is "${mode}".`);
  if (formatShape(perSampleWeights.shape) !== formatShape(indices.shape))
    throw new ShapeError(
      `${what}: perSampleWeights ${formatShape(perSampleWeights.shape)}, expected ${formatShape(indices.shape)}, one for ` +
        "each index.",
    );
}

const construct = /* @__PURE__ */ declare('new EmbeddingBag(100, 8, { mode: "sum" })', () => ({
  positional: tableRules(),
  options: { ...lookUpRules(), ...bagRules() },
  renamed,
}));
const inputs = /* @__PURE__ */ c.tensors(
  "EmbeddingBag.forward",
  "indices int32 (n) | (b, n)  offsets? int32 (_)  perSampleWeights? float (n) | (b, n)",
);

export interface EmbeddingBag extends c.Settings<ReturnType<typeof bagRules>> {}
/**
 * A table of vectors whose mean, sum or maximum it takes in bags, as {@link functional.embeddingBag} does: indices (b, n)
 * int32, or (n) with offsets (b) int32 → (b, embeddingDim). Parameter: `weight` (numEmbeddings, embeddingDim).
 *
 * @example new EmbeddingBag(100, 8).forward(tensor([[1, 2], [3, 4]], { dtype: "int32" })).shape // [2, 8]
 */
export class EmbeddingBag extends Table {
  /** The weight starts as N(0, 1), its padding row as zeros. */
  constructor(numEmbeddings: number, embeddingDim: number, options?: EmbeddingBagOptions) {
    super("EmbeddingBag", construct([numEmbeddings, embeddingDim, options]));
  }

  /** @throws ShapeError, IndexError and ArgumentError as {@link functional.embeddingBag} does. */
  override forward(indices: Tensor, offsets?: Tensor | null, perSampleWeights?: Tensor | null): Tensor {
    inputs.check([indices, offsets, perSampleWeights]);
    const what = "EmbeddingBag.forward";
    return within(what, () =>
      bagsOf(what, indices, this.weight, offsets ?? null, perSampleWeights ?? null, this),
    );
  }

  protected override describeOptions(): string {
    const { numEmbeddings, embeddingDim, mode } = this;
    return showSettings({ numEmbeddings, embeddingDim, mode });
  }
}
