// Scores without a hidden layer: products, cosines and distances, and the class that every score extends.

import { Linear, Module, nameSites, running } from "@saccade/nn";
import { scope, type Tensor } from "@saccade/tensor";
import { type OptionsOf, options, signature } from "@saccade/tensor/contract";
import { type Attended, method, noteParts } from "../contract/method.ts";
import * as rules from "../contract/rules.ts";
import { patternSites } from "../definitions/attention.ts";
import * as definition from "../definitions/scores.ts";
import { attendTo } from "../functions/attend.ts";
import { allow, scoresOf, zeroMaskedInputs } from "../masks/align.ts";

// The contract of the methods of a class of scores.
function contractOf(kind: string, keySize: number | null) {
  const pair = `queries float (…, lq, querySize)  keys float (…, lk, ${keySize === null ? "_" : "keySize"})`;
  return {
    scores: method(`${kind}.scores`, pair),
    forward: method(
      options(`${kind}.forward`, rules.maskRules, {
        example: "scoring.forward(queries, keys, values, { keyMask })",
        renamed: rules.moduleRenames,
      }),
      `${pair}  values float (…, lk, dv)`,
    ),
  };
}

/**
 * A function that scores how well a key answers a query: the first step of attention, before the softmax. The classes
 * differ in {@link scores} only, so one can replace another.
 *
 * @example new DotScoring(2) instanceof Scoring // true
 */
export abstract class Scoring extends Module {
  /** The name of the class, for messages. */
  protected readonly kind: string;
  /** The size of a query. */
  readonly querySize: number;
  /** The size of a key, or null if keys of any size do. */
  readonly keySize: number | null;
  readonly #contract: ReturnType<typeof contractOf>;

  protected constructor(kind: string, querySize: number, keySize: number | null) {
    super();
    this.kind = kind;
    this.querySize = querySize;
    this.keySize = keySize;
    this.#contract = contractOf(kind, keySize);
    nameSites(this, { sites: patternSites });
  }

  /**
   * The scores of checked queries and keys. Scores outside of `allowed` are ignored, but the content of those keys must not
   * reach the gradients of the queries.
   */
  protected abstract compare(queries: Tensor, keys: Tensor, allowed: Tensor | undefined): Tensor;

  /**
   * The score of every query with every key. Batch dims broadcast.
   *
   * @param queries (…, lq, querySize)
   * @param keys (…, lk, keySize)
   * @returns (…, lq, lk)
   * @throws ShapeError unless the sizes fit.
   * @example new DotScoring(2).scores(tensor([[1, 2]]), tensor([[3, 4], [0, 1]])) // tensor([[11, 2]])
   */
  scores(queries: Tensor, keys: Tensor): Tensor {
    this.#contract.scores(this, [queries, keys], this.#sizes());
    return scope(() => this.compare(queries, keys, undefined));
  }

  /**
   * Attention with these scores: weights softmax(scores), output weights · values.
   *
   * @param queries (…, lq, querySize)
   * @param keys (…, lk, keySize)
   * @param values (…, lk, dv)
   * @returns output (…, lq, dv), weights (…, lq, lk). A query without allowed keys gets zeros in both.
   * @throws ShapeError unless sizes and masks fit; DTypeError for a mask that is not bool.
   * @example new DotScoring(1).forward(tensor([[[1]]]), tensor([[[0], [1]]]), tensor([[[1], [3]]])).output // tensor([[[2.4621]]])
   */
  override forward(queries: Tensor, keys: Tensor, values: Tensor, masks: rules.MaskOptions = {}): Attended {
    const given = this.#contract.forward(this, [queries, keys, values, masks], this.#sizes());
    return running(this, () => {
      const allowed = allow(scoresOf(`${this.kind}.forward`, queries, keys), given, queries.backend);
      const [q, k, v] = zeroMaskedInputs(allowed, [queries, keys, values], null);
      return attendTo(allowed, (pairs) => this.compare(q, k, pairs), v, {});
    });
  }

  #sizes(): Readonly<Record<string, number>> {
    const { querySize, keySize } = this;
    return keySize === null ? { querySize } : { querySize, keySize };
  }

  protected override describeOptions(): string {
    return `querySize=${this.querySize}, keySize=${this.keySize}`;
  }
}

const constructDot = /* @__PURE__ */ rules.sizesOf("DotScoring", "size");
const constructScaledDot = /* @__PURE__ */ rules.sizesOf("ScaledDotScoring", "size");
const constructBilinear = /* @__PURE__ */ rules.sizesOf("BilinearScoring", "querySize", "keySize");

/**
 * The score q·k (Luong, Pham & Manning 2015, "dot"). Its variance grows with the size: see {@link ScaledDotScoring}.
 *
 * @example new DotScoring(2).scores(tensor([[1, 2]]), tensor([[3, 4], [0, 1]])) // tensor([[11, 2]])
 */
export class DotScoring extends Scoring {
  /** @param size of queries and keys. */
  constructor(size: number) {
    constructDot([size]);
    super("DotScoring", size, size);
  }

  protected override compare(queries: Tensor, keys: Tensor, allowed: Tensor | undefined): Tensor {
    return definition.dotScores(queries, keys, allowed);
  }
}

/**
 * The score q·k / √size (Vaswani et al. 2017, equation 1). If the elements of q and k are independent with mean 0 and
 * variance 1, so is the score, whatever the size.
 *
 * @example new ScaledDotScoring(4).scores(tensor([[1, 1, 1, 1]]), tensor([[1, 1, 1, 1]])) // tensor([[2]])
 */
export class ScaledDotScoring extends Scoring {
  /** @param size of queries and keys. */
  constructor(size: number) {
    constructScaledDot([size]);
    super("ScaledDotScoring", size, size);
  }

  protected override compare(queries: Tensor, keys: Tensor, allowed: Tensor | undefined): Tensor {
    return definition.scaledDotScores(queries, keys, allowed);
  }
}

/**
 * The score qᵀ W k (Luong, Pham & Manning 2015, "general"). The sizes of queries and keys may differ.
 *
 * @example new BilinearScoring(6, 4).scores(randn([3, 6]), randn([5, 4])).shape // [3, 5]
 */
export class BilinearScoring extends Scoring {
  /** Its weight, (querySize, keySize), projects the keys. */
  W: Linear;

  constructor(querySize: number, keySize: number) {
    constructBilinear([querySize, keySize]);
    super("BilinearScoring", querySize, keySize);
    this.W = new Linear(keySize, querySize, { bias: false });
    noteParts(this);
  }

  protected override compare(queries: Tensor, keys: Tensor, allowed: Tensor | undefined): Tensor {
    return definition.generalScores(queries, keys, this.W, allowed);
  }
}

const constructCosine = /* @__PURE__ */ signature(
  "CosineScoring",
  { size: rules.sizeRule },
  {
    /** The factor of the cosines, not 0. Default 1. */
    scale: /* @__PURE__ */ rules.factorRule(1),
  },
  {
    example: "new CosineScoring(8, { scale: 10 })",
    renamed: { temperature: "write scale: 1 / temperature", beta: "write scale" },
  },
);

/** Options of {@link CosineScoring}. */
export interface CosineScoringOptions extends OptionsOf<typeof constructCosine> {}

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
    return definition.cosineScores(queries, keys, this.scale, allowed);
  }
}

const constructGaussian = /* @__PURE__ */ signature(
  "GaussianScoring",
  { size: rules.sizeRule },
  {
    /** The distance that is 1 to the kernel. Default 1. */
    bandwidth: /* @__PURE__ */ rules.positiveRule(1),
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
    return definition.gaussianScores(queries, keys, this.bandwidth, allowed);
  }
}
