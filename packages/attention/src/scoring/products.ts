import { Linear } from "@saccade/nn";
import type { Tensor } from "@saccade/tensor";
import { noteParts } from "../contract/parts.ts";
import { score } from "../functions/scaled-dot-product.ts";
import { Scoring, sizesOf } from "./scoring.ts";

const constructDot = sizesOf("DotScoring", "size");
const constructScaledDot = sizesOf("ScaledDotScoring", "size");
const constructBilinear = sizesOf("BilinearScoring", "querySize", "keySize");

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
    return score(queries, keys, { scale: 1 }, allowed);
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
    return score(queries, keys, {}, allowed);
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
    return score(queries, this.W.forward(keys), { scale: 1 }, allowed);
  }
}
