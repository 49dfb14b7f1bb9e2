// Tables of vectors: function and layer, and what bags of rows share with them.
import { arange, embedding as lookUp, ones, randn, type Tensor, where, zeros } from "@saccade/tensor";
import { checkAddressable, checkInteger, checkSameBackend, within } from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";
import * as fused from "@saccade/tensor/fused";
import { declare } from "../declare.ts";
import { Module } from "../module.ts";
import { makeParameter, type Parameter } from "../parameter.ts";
import { withPlace } from "../place.ts";
import { positive } from "../rules.ts";
import { showSettings } from "../show-settings.ts";

/** The options of looking up rows. */
export const lookUpRules = () => ({
  /** A row that gets no gradient; negative counts from the end. */
  paddingIdx: c.nullable(c.whole(), null),
  /** Rows whose norm is larger are looked up scaled down to this norm. The weight itself is not written. */
  maxNorm: c.nullable(positive(0), null),
  /** The order p of that norm. Default 2. */
  normType: c.number(2, { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY }),
  /** Whether the gradient of a row is divided by how often the indices have it. Default false. */
  scaleGradByFreq: c.flag(false),
});
/** The messages for options of other libraries. */
export const renamed = { sparse: "gradients are dense; leave it out" };

const call = /* @__PURE__ */ declare("embedding(indices, weight, { paddingIdx: 0 })", () => ({
  tensors: { indices: c.required(c.tensorRule("int32")), weight: c.required(c.tensorRule("float")) },
  options: lookUpRules(),
  renamed,
}));

/** Options of `functional.embedding`. */
export interface EmbeddingFunctionOptions extends c.Given<ReturnType<typeof lookUpRules>> {}

/**
 * The rows of a table: indices (…) int32, weight (n, d) → (…, d). The tensors are in the order of
 * `torch.nn.functional.embedding`; the method `weight.embedding(indices)` has them the other way round.
 *
 * @throws IndexError for an index or a paddingIdx that is not a row; ShapeError unless the weight is a matrix; DTypeError
 * unless the indices are int32.
 * @example functional.embedding(tensor([1, 0], { dtype: "int32" }), tensor([[1, 2], [3, 4]])) // tensor([[3, 4], [1, 2]])
 */
export function embedding(indices: Tensor, weight: Tensor, options?: EmbeddingFunctionOptions): Tensor {
  const settings = call([indices, weight, options]);
  checkSameBackend("embedding", [indices, weight]);
  return rowsOf(indices, weight, settings);
}

/** How rows are looked up. */
export interface LookUpSettings extends c.Settings<ReturnType<typeof lookUpRules>> {}

/** {@link embedding} of checked tensors. */
export function rowsOf(
  indices: Tensor,
  weight: Tensor,
  { paddingIdx, maxNorm, normType, scaleGradByFreq }: LookUpSettings,
): Tensor {
  let rows = lookUp(weight, indices, paddingIdx === null ? {} : { paddingIdx });
  if (scaleGradByFreq) {
    const { dtype, backend } = weight;
    const one = ones([indices.numel], { dtype, backend });
    const counts = zeros([weight.size(0)], { dtype, backend }).indexAdd(0, indices.flatten(), one);
    const share = counts
      .indexSelect(0, indices.flatten())
      .reciprocal()
      .reshape([...indices.shape, 1]);
    const shared = rows.mul(share);
    // ∞ − ∞ is NaN.
    rows = shared.add(where(rows.isfinite(), rows.sub(shared), 0).detach());
  }
  if (maxNorm !== null) {
    // As in PyTorch, the gradient only flows through the lookup.
    const still = rows.detach();
    const norm = still.norm({ p: normType, dim: -1, keepdim: true });
    const scaled = still.mul(norm.add(1e-7).reciprocal().mul(maxNorm));
    // Rows that are not scaled, as those whose norm is NaN, stay as they are: ∞ − ∞ would be NaN.
    rows = where(norm.gt(maxNorm), rows.add(scaled.sub(still)), rows);
  }
  return rows;
}

/** The size of a table. */
export const tableRules = () => ({
  /** Rows of the table. */
  numEmbeddings: c.required(c.size()),
  /** The size of each vector. */
  embeddingDim: c.required(c.size()),
});

/** The settings of a table's lookups, as fields. */
export interface Table extends c.Settings<ReturnType<typeof tableRules>>, LookUpSettings {
  /** The row that gets no gradient, counted from 0; null for none. */
  readonly paddingIdx: number | null;
}

/** The common part of layers that look up rows. */
export abstract class Table extends Module {
  /** The table: (numEmbeddings, embeddingDim). */
  weight: Parameter;

  /** @throws ArgumentError unless the padding row is one of the rows. */
  constructor(layer: string, settings: c.Settings<ReturnType<typeof tableRules>> & LookUpSettings) {
    const { numEmbeddings, embeddingDim, paddingIdx } = settings;
    const shape = [numEmbeddings, embeddingDim];
    if (paddingIdx !== null) checkInteger(layer, "paddingIdx", paddingIdx, -numEmbeddings, numEmbeddings - 1);
    checkAddressable(layer, shape);
    super();
    const padding = paddingIdx !== null && paddingIdx < 0 ? paddingIdx + numEmbeddings : paddingIdx;
    Object.assign(this, settings, { paddingIdx: padding });
    this.weight = makeParameter(shape, () => {
      const table = randn(shape);
      if (padding === null) return table;
      const isPadding = arange(numEmbeddings).eq(padding).unsqueeze(1); // (n, 1)
      return table.maskedFill(isPadding, 0);
    });
  }
}

const inputs = /* @__PURE__ */ c.tensors("Embedding.forward", "indices (…)");
const scored = /* @__PURE__ */ c.tensors("Embedding.scores", "x (…, embeddingDim)  bias? (numEmbeddings)");
const construct = /* @__PURE__ */ declare("new Embedding(100, 8, { paddingIdx: 0 })", () => ({
  positional: tableRules(),
  options: lookUpRules(),
  renamed,
}));

/** Options of {@link Embedding}. */
export interface EmbeddingOptions extends c.Given<ReturnType<typeof lookUpRules>> {
  /** A row that starts as zeros and gets no gradient; negative counts from the end. */
  readonly paddingIdx?: number | null | undefined;
}

/**
 * A table of vectors: indices (…) int32 → (…, embeddingDim). Parameter: `weight` (numEmbeddings, embeddingDim).
 *
 * @example new Embedding(100, 8).forward(tensor([[1, 2], [3, 4]], { dtype: "int32" })).shape // [2, 2, 8]
 */
export class Embedding extends Table {
  /** The weight starts as N(0, 1), its padding row as zeros. */
  constructor(numEmbeddings: number, embeddingDim: number, options?: EmbeddingOptions) {
    super("Embedding", construct([numEmbeddings, embeddingDim, options]));
  }

  /** @throws DTypeError unless the indices are int32, IndexError for an index that is not a row. */
  override forward(indices: Tensor): Tensor {
    try {
      inputs.check([indices]);
      return within("Embedding.forward", () => rowsOf(indices, this.weight, this));
    } catch (error) {
      throw withPlace(error, this);
    }
  }

  /** x Wᵀ + bias, the products with each row, as a tied output layer has them: x (…, embeddingDim) → (…, numEmbeddings). */
  scores(x: Tensor, bias?: Tensor | null): Tensor {
    const { numEmbeddings, embeddingDim } = this;
    scored.check([x, bias], { numEmbeddings, embeddingDim });
    return fused.linear(x, this.weight, bias);
  }

  protected override describeOptions(): string {
    const { numEmbeddings, embeddingDim, paddingIdx } = this;
    return showSettings({ numEmbeddings, embeddingDim, ...(paddingIdx !== null && { paddingIdx }) });
  }
}
