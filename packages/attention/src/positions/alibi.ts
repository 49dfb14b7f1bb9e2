import { Module } from "@saccade/nn";
import { arange, type Backend, fromData, getBackend, scope, type Tensor } from "@saccade/tensor";
import { required, signature } from "@saccade/tensor/contract";
import { backendRule, headsRule } from "../contract/rules.ts";
import * as definition from "../definitions/alibi.ts";
import { type AttentionPositions, type AttentionSpan, spanRules } from "./attention-positions.ts";

const slopesCall = signature("alibiSlopes", { numHeads: required(headsRule()) }, "alibiSlopes(8)");
const construct = signature("AlibiPositions", { numHeads: required(headsRule()) }, "new AlibiPositions(8)");
const forwardCall = signature(
  "AlibiPositions.forward",
  { ...spanRules, backend: backendRule },
  "positions.forward(queries, keys, offset)",
);

/**
 * The slope of each head: 2^(−8/n), 2^(−16/n), … for n heads where n is a power of two; otherwise those of the power below,
 * then every second one of the power above (Press et al. 2022, section 3 and its code).
 *
 * @throws ArgumentError unless numHeads is a whole number ≥ 1.
 * @example alibiSlopes(4) // [0.25, 0.0625, 0.015625, 0.0039]
 */
export function alibiSlopes(numHeads: number): number[] {
  slopesCall([numHeads]);
  return definition.alibiSlopes(numHeads);
}

/**
 * Attention with linear biases: each head's scores fall with the distance of query and key, with a slope per head (Press
 * et al. 2022, section 3). Nothing is learned, and any length works. Keys after the query are penalized by distance, too.
 *
 * @example
 * const x = randn([1, 3, 8]);
 * new MultiheadAttention(8, 4, { batchFirst: true, positions: new AlibiPositions(4) }).forward(x, x, x).output.shape // [1, 3, 8]
 */
export class AlibiPositions extends Module implements AttentionPositions {
  readonly maxLen: number = Number.POSITIVE_INFINITY;
  readonly numHeads: number;
  readonly headDim: null = null;
  readonly slopes: readonly number[];

  constructor(numHeads: number) {
    construct([numHeads]);
    super();
    this.numHeads = numHeads;
    this.slopes = definition.alibiSlopes(numHeads);
  }

  /** The bias of `queries` queries, the first at position `offset`, and `keys` keys: (1, numHeads, queries, keys). */
  override forward(
    queries: number,
    keys: number,
    offset: number = 0,
    backend: Backend = getBackend(),
  ): Tensor {
    forwardCall([queries, keys, offset, backend]);
    return this.bias({ queries, keys, offset, backend });
  }

  rotate(x: Tensor): Tensor {
    return x;
  }

  bias({ queries, keys, offset, backend }: AttentionSpan): Tensor {
    return scope(() => {
      const slopes = fromData(Float32Array.from(this.slopes), [1, this.numHeads, 1, 1], { backend });
      const from = arange(offset, offset + queries, 1, { backend }).unsqueeze(1);
      const distances = from.sub(arange(0, keys, 1, { backend })).abs(); // (queries, keys)
      return slopes.mul(distances.rsub(0)); // not neg(), which gives −0
    });
  }

  protected override describeOptions(): string {
    return `numHeads=${this.numHeads}`;
  }
}
