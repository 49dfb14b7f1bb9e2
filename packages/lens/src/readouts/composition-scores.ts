import { noGrad } from "@saccade/autograd";
import type { Module } from "@saccade/nn";
import { stack, type Tensor, zerosLike } from "@saccade/tensor";
import * as c from "@saccade/tensor/contract";
import { anatomyOf, anatomyRule, type HeadWeights } from "../cache/anatomy.ts";
import { upTo } from "../names.ts";
import { declare, modelRule } from "../run/calls.ts";

const composed = declare('allCompositionScores(gpt, "K")', {
  given: { model: modelRule, mode: c.required(c.oneOf(["Q", "K", "V"])) },
  options: anatomyRule,
});

/** Options of {@link allCompositionScores}. */
export interface CompositionOptions extends c.OptionsOf<typeof composed, typeof anatomyRule> {}

/**
 * How strongly heads of earlier layers write into the inputs of later heads, from the weights only (Elhage et al. 2021), as
 * TransformerLens's `all_composition_scores`: ‖W_OV M‖ / (‖W_OV‖ ‖M‖) with Frobenius norms, where M is the later head's W_QK for
 * queries ("Q"), its transpose for keys ("K"), or its W_OV for values ("V"). W_OV = W_V W_O and W_QK = W_Q W_Kᵀ, without norms
 * and positions.
 *
 * @returns (layers, heads, layers, heads): earlier heads by later heads; 0 where the second layer is not after the first
 * @throws ArgumentError for a model without an {@link Anatomy}.
 * @example
 * const gpt = new GPT({ vocabSize: 9, maxLen: 8, dModel: 8, numLayers: 2, numHeads: 2 });
 * allCompositionScores(gpt, "K").shape // [2, 2, 2, 2]
 */
export function allCompositionScores(
  model: Module,
  mode: "Q" | "K" | "V",
  options: CompositionOptions = {},
): Tensor {
  const anatomy = anatomyOf(composed([model, mode, options]), model);
  return noGrad(() => {
    const weights = upTo(anatomy.numLayers).map((layer) => anatomy.headWeights(layer));
    const left = weights.map((w) => factors(w.wV, w.wO));
    const right = weights.map((w) => rightOf[mode](w));
    const rows = left.map((earlier, i) => {
      const scores = right.map((later) => normOfProducts(earlier, later));
      return stack(
        scores.map((x, j) => (j > i ? x : zerosLike(x))),
        1,
      ); // (heads, layers, heads)
    });
    return stack(rows);
  });
}

const rightOf: Readonly<Record<"Q" | "K" | "V", (w: HeadWeights) => Factored>> = {
  Q: ({ wQ, wK }) => factors(wQ, wK.transpose(1, 2)),
  K: ({ wQ, wK }) => factors(wK, wQ.transpose(1, 2)),
  V: ({ wV, wO }) => factors(wV, wO),
};

/**
 * A matrix a head, a b: a (heads, dModel, e), b (heads, e, dModel); aᵀ a and b bᵀ, (heads, e, e); and the Frobenius norm of a b,
 * (heads). ‖a b‖² = Σ (aᵀ a) ∘ (b bᵀ): products of size e, and none of size dModel.
 */
function factors(a: Tensor, b: Tensor) {
  const ata = a.transpose(1, 2).matmul(a);
  const bbt = b.matmul(b.transpose(1, 2));
  return { a, b, ata, bbt, norm: ata.mul(bbt).sum([1, 2]).maximum(0).sqrt() };
}
type Factored = ReturnType<typeof factors>;

// ‖a₁ b₁ a₂ b₂‖² = Σ (a₁ᵀ a₁) ∘ (c (b₂ b₂ᵀ) cᵀ) with c = b₁ a₂: (heads, heads).
function normOfProducts(first: Factored, second: Factored): Tensor {
  const inner = first.b.unsqueeze(1).matmul(second.a.unsqueeze(0)); // (heads, heads, e, e)
  const outer = inner.matmul(second.bbt.unsqueeze(0)).matmul(inner.transpose(2, 3));
  const norms = first.ata.unsqueeze(1).mul(outer).sum([2, 3]).maximum(0).sqrt();
  return norms.div(first.norm.unsqueeze(1).mul(second.norm.unsqueeze(0)));
}
