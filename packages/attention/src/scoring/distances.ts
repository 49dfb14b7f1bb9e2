import type { Tensor } from "@saccade/tensor";
import { type OptionsOf, signature } from "@saccade/tensor/contract";
import { factorRule, positiveRule, sizeRule } from "../contract/rules.ts";
import { score } from "../functions/scaled-dot-product.ts";
import { Scoring } from "./scoring.ts";

const constructCosine = signature(
  "CosineScoring",
  { size: sizeRule },
  {
    /** The factor of the cosines, not 0. Default 1. */
    scale: factorRule(1),
  },
  {
    example: "new CosineScoring(8, { scale: 10 })",
    renamed: { temperature: "write scale: 1 / temperature", beta: "write scale" },
  },
);

/** Options of {@link CosineScoring}. */
export interface CosineScoringOptions extends OptionsOf<typeof constructCosine> {}

// The smallest norm to divide by, as in cosineSimilarity.
const eps = 1e-8;

/**
 * The score scale · cos(q, k) (Graves, Wayne & Danihelka 2014, equation 5, where the scale is β). A cosine is at most 1,
 * so with scale 1 no weight among n keys exceeds e² / (e² + n − 1). A zero vector scores 0.
 *
 * @example new CosineScoring(2, { scale: 10 }).scores(tensor([[1, 0]]), tensor([[2, 0], [0, 2]])) // tensor([[10, 0]])
 */
export class CosineScoring extends Scoring {
  readonly scale: number;

  /** @param size of queries and keys. */
  constructor(size: number, given: CosineScoringOptions = {}) {
    const { scale } = constructCosine([size, given]);
    super("CosineScoring", size, size);
    this.scale = scale;
  }

  protected override compare(queries: Tensor, keys: Tensor, allowed: Tensor | undefined): Tensor {
    const unit = (x: Tensor): Tensor => x.div(x.norm({ dim: -1, keepdim: true }).clamp({ min: eps }));
    return score(unit(queries), unit(keys), { scale: this.scale }, allowed);
  }
}

const constructGaussian = signature(
  "GaussianScoring",
  { size: sizeRule },
  {
    /** The distance that is 1 to the kernel. Default 1. */
    bandwidth: positiveRule(1),
  },
  { example: "new GaussianScoring(8, { bandwidth: 0.5 })", renamed: { sigma: "write bandwidth" } },
);

/** Options of {@link GaussianScoring}. */
export interface GaussianScoringOptions extends OptionsOf<typeof constructGaussian> {}

/**
 * The score −‖q − k‖² / (2 bandwidth²), whose softmax weighs keys by a Gaussian kernel of their distance (Nadaraya 1964;
 * Watson 1964; `nadarayaWatson` is the case of size 1). It is computed from products, without the differences of all
 * pairs.
 *
 * @example new GaussianScoring(1).scores(tensor([[0]]), tensor([[0], [2]])) // tensor([[0, -2]])
 */
export class GaussianScoring extends Scoring {
  readonly bandwidth: number;

  /** @param size of queries and keys. */
  constructor(size: number, given: GaussianScoringOptions = {}) {
    const { bandwidth } = constructGaussian([size, given]);
    super("GaussianScoring", size, size);
    this.bandwidth = bandwidth;
  }

  protected override compare(queries: Tensor, keys: Tensor, allowed: Tensor | undefined): Tensor {
    const [q, k] = [queries.div(this.bandwidth), keys.div(this.bandwidth)];
    const half = (x: Tensor): Tensor => x.square().sum(-1).mul(0.5);
    return score(q, k, { scale: 1 }, allowed).sub(half(q).unsqueeze(-1)).sub(half(k).unsqueeze(-2));
  }
}
