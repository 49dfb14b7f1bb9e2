import {
  ArgumentError,
  arange,
  cat,
  IndexError,
  ShapeError,
  type Tensor,
  tensor,
  where,
  zeros,
} from "@saccade/tensor";
import { checkElements, checkSameBackend, formatShape, within } from "@saccade/tensor/backend";
import { flag, nullable, type OptionsOf, oneOf, required, tensorRule } from "@saccade/tensor/contract";
import { layerCall, maybeFloats } from "../rules.ts";
import { type LookUpSettings, lookUpRules, rowsOf, sparse } from "./embedding.ts";

/** The options of bags of rows. */
export const bagRules = {
  ...lookUpRules,
  /** What is made of the rows of a bag: their "mean" (the default), "sum", or "max" of each column. */
  mode: oneOf(["mean", "sum", "max"], "mean"),
  /** Whether the last offset is the end of the last bag. Default false: that is the number of indices. */
  includeLastOffset: flag(false),
};
const call = layerCall(
  "embeddingBag",
  {
    indices: required(tensorRule("int32")),
    weight: required(tensorRule("float")),
    offsets: nullable(tensorRule("int32"), null),
  },
  {
    ...bagRules,
    /** A factor for each index, with mode "sum". */
    perSampleWeights: maybeFloats(),
  },
  { example: 'embeddingBag(indices, weight, offsets, { mode: "sum" })', renamed: { sparse } },
);

/** Options of `functional.embeddingBag`. */
export interface EmbeddingBagFunctionOptions extends OptionsOf<typeof call> {}

/**
 * Looks up rows of a table, and takes their mean, sum or maximum in bags: indices (b, n) int32, a bag in each row, or (n)
 * with the bags' starts as offsets (b) int32; weight (rows, d) → (b, d). An empty bag gives zeros, and `paddingIdx` is
 * left out of its bag.
 *
 * @throws ShapeError for indices of other dims, offsets beside (b, n), or (n) without them; IndexError for offsets that do
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
): Tensor;
export function embeddingBag(): Tensor {
  const { indices, weight, offsets, ...settings } = call(arguments);
  return within("embeddingBag", () => bagsOf("embeddingBag", indices, weight, offsets, settings));
}

/** How bags are made. */
export interface BagSettings extends LookUpSettings {
  readonly mode: "mean" | "sum" | "max";
  readonly includeLastOffset: boolean;
  readonly perSampleWeights: Tensor | null;
}

/** {@link embeddingBag} of tensors of checked dtypes. */
export function bagsOf(
  what: string,
  indices: Tensor,
  weight: Tensor,
  offsets: Tensor | null,
  { mode, includeLastOffset, perSampleWeights, ...settings }: BagSettings,
): Tensor {
  const given = [indices, weight, offsets, perSampleWeights];
  checkSameBackend(
    what,
    given.filter((x) => x !== null),
  );
  checkBags(what, indices, offsets, perSampleWeights, mode);
  const found = rowsOf(indices, weight, settings); // (b, n, d) or (n, d)
  const rows = indices.ndim === 1 ? found.unsqueeze(0) : found; // (b or 1, n, d)
  const { paddingIdx } = settings;
  const padding = paddingIdx !== null && paddingIdx < 0 ? paddingIdx + weight.size(0) : paddingIdx;
  const all = padding === null ? indices.ge(0) : indices.ne(padding); // (b, n) or (n)
  const member =
    offsets === null ? all : membersOf(what, offsets, indices, includeLastOffset).logicalAnd(all); // (b, n)
  const counts = member.to(weight.dtype).sum(1, { keepdim: true }); // (b, 1)
  if (mode === "max") {
    const width = weight.size(1);
    if (indices.size(-1) === 0) return zeros([member.size(0), width], weight);
    const largest = where(member.unsqueeze(2), rows, Number.NEGATIVE_INFINITY).max(1).values;
    return where(counts.gt(0), largest, 0);
  }
  const factors = perSampleWeights === null ? member.to(weight.dtype) : where(member, perSampleWeights, 0);
  const sums = factors.unsqueeze(1).matmul(rows).squeeze(1); // (b, d)
  return mode === "sum" ? sums : sums.div(counts.clamp({ min: 1 }));
}

/** Which indices are in which bag: (b, n) bool. */
function membersOf(what: string, offsets: Tensor, indices: Tensor, includeLastOffset: boolean): Tensor {
  const { backend } = indices;
  const n = indices.numel;
  checkElements(what, offsets, (starts) => {
    const wrong = starts.findIndex((start, i) => start > n || start < (i === 0 ? 0 : starts[i - 1]!));
    if (wrong >= 0 || (starts.length > 0 && starts[0] !== 0))
      throw new IndexError(
        `${what}: offsets is [${[...starts].join(", ")}]; expected whole numbers that start at 0, do not fall, and are at ` +
          `most ${n}, the number of indices.`,
      );
  });
  const bags = includeLastOffset ? offsets.numel - 1 : offsets.numel;
  if (bags < 0)
    throw new ShapeError(`${what}: offsets is empty, and includeLastOffset takes at least one, the end.`);
  const end = tensor([n], { dtype: "int32", backend });
  const bounds = includeLastOffset ? offsets : cat([offsets, end]);
  const at = arange(n, { dtype: "int32", backend }); // (n)
  const [starts, ends] = [bounds.narrow(0, 0, bags), bounds.narrow(0, 1, bags)];
  return at.ge(starts.unsqueeze(1)).logicalAnd(at.lt(ends.unsqueeze(1)));
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
    throw new ArgumentError(`${what}: perSampleWeights go with mode "sum" alone, and mode is "${mode}".`);
  if (formatShape(perSampleWeights.shape) !== formatShape(indices.shape))
    throw new ShapeError(
      `${what}: perSampleWeights ${formatShape(perSampleWeights.shape)}, expected ${formatShape(indices.shape)}, one for ` +
        "each index.",
    );
}
