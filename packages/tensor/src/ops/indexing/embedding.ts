import { IndexError, type OptionsOf, options, ShapeError, whole } from "@saccade/contract";
import { apply1, checkInputs, formatShape, type HostArray, inOrder, type Op } from "../../kit.ts";
import type { Tensor } from "../../tensor.ts";
import { checkIndices } from "./index-check.ts";

interface EmbeddingAttrs {
  /** The row that receives no gradient. */
  readonly paddingIdx: number | null;
}

/** Rows of a (n, width) weight. */
export const embeddingOp: Op<readonly [Tensor, Tensor], readonly [Tensor], EmbeddingAttrs> = {
  name: "embedding",
  infer: ([weight, idx]) => [{ shape: [...idx.shape, weight.shape[1]!], dtype: weight.dtype }],
  forward: ([weight, idx], [out]) => lookUp(weight, idx, out),
  gradient: ([g], [weight, idx], _outputs, { paddingIdx }) => [
    () => apply1(embeddingGradientOp, [g, idx], { rows: weight.shape[0]!, paddingIdx }),
    null,
  ],
};

/** Zeros of (rows, width) to which the cotangent of each looked-up row is added: the adjoint of {@link embeddingOp}. */
export const embeddingGradientOp: Op<
  readonly [Tensor, Tensor],
  readonly [Tensor],
  EmbeddingAttrs & { readonly rows: number }
> = {
  name: "embeddingGradient",
  infer: ([g], { rows }) => [{ shape: [rows, g.shape.at(-1)!], dtype: g.dtype }],
  forward: ([g, idx], [out], { paddingIdx }) => addRows(g, idx, out, paddingIdx),
  gradient: ([gg], [, idx], _outputs, { paddingIdx }) => [
    () => {
      const rows = apply1(embeddingOp, [gg, idx], { paddingIdx });
      return paddingIdx === null ? rows : rows.maskedFill(idx.eq(paddingIdx).unsqueeze(-1), 0);
    },
    null,
  ],
};

function lookUp(weight: HostArray, idx: HostArray, out: HostArray): void {
  const width = weight.shape[1]!;
  const [rowStep, step] = [weight.strides[0]!, weight.strides[1]!];
  const { data, offset } = inOrder(idx);
  for (let i = 0, to = 0; to < out.data.length; i++) {
    let at = weight.offset + data[offset + i]! * rowStep;
    for (let j = 0; j < width; j++, at += step) out.data[to++] = weight.data[at]!;
  }
}

function addRows(g: HostArray, idx: HostArray, out: HostArray, paddingIdx: number | null): void {
  out.data.fill(0);
  const width = out.shape[1]!;
  const from = inOrder(g);
  const { data, offset } = inOrder(idx);
  const count = width === 0 ? 0 : idx.shape.reduce((n, size) => n * size, 1);
  for (let i = 0; i < count; i++) {
    const row = data[offset + i]!;
    if (row === paddingIdx) continue;
    for (let j = 0; j < width; j++) {
      const to = row * width + j;
      out.data[to] = out.data[to]! + from.data[from.offset + i * width + j]!;
    }
  }
}

const embeddingOptions = options(
  "embedding",
  {
    /** The padding row. It is looked up like any other row, but receives no gradient. */
    paddingIdx: whole(),
  },
  { example: "weight.embedding(idx, { paddingIdx: 0 })" },
);

/** Options of {@link embedding}. */
export interface EmbeddingLookupOptions extends OptionsOf<typeof embeddingOptions> {}

/**
 * Looks up rows of `weight` (n, width) by an int32 tensor of any shape: (...idx.shape, width).
 *
 * @throws IndexError for an index outside of 0 to n - 1, or a paddingIdx outside of -n to n - 1.
 * @throws ShapeError unless the weight is a matrix; DTypeError unless idx is int32.
 * @example embedding(tensor([[1, 2], [3, 4], [5, 6]]), tensor([2, 0], { dtype: "int32" })) // tensor([[5, 6], [1, 2]])
 */
export function embedding(weight: Tensor, idx: Tensor, given?: EmbeddingLookupOptions): Tensor {
  checkInputs(embeddingOptions.what, { weight, idx });
  const { paddingIdx } = embeddingOptions(given);
  if (weight.ndim !== 2)
    throw new ShapeError(
      `embedding: the weight must be (rows, width), got ${formatShape(weight.shape)}; the indices come second.`,
    );
  const rows = weight.shape[0]!;
  if (paddingIdx !== undefined && (paddingIdx < -rows || paddingIdx >= rows))
    throw new IndexError(`embedding: paddingIdx ${paddingIdx} is out of range for ${rows} rows.`);
  checkIndices("embedding", idx, 0, rows);
  const padding = paddingIdx === undefined ? null : paddingIdx < 0 ? paddingIdx + rows : paddingIdx;
  return apply1(embeddingOp, [weight, idx], { paddingIdx: padding });
}
