// Positions that are added to the scores: ALiBi's slopes, and T5's buckets of distances.

import { Module, Parameter } from "@saccade/nn";
import * as init from "@saccade/nn/init";
import { ArgumentError, type Backend, getBackend, scope, type Tensor, zeros } from "@saccade/tensor";
import { flag, type OptionsOf, required, signature, whole } from "@saccade/tensor/contract";
import { checkParts, noteParts } from "../contract/method.ts";
import { backendRule, headsRule, stepsRule } from "../contract/rules.ts";
import * as definition from "../definitions/positions.ts";
import type { AttentionPositions, AttentionSpan } from "./attention-positions.ts";

// Rules of the arguments of positions that give a bias: the counts of queries and keys, and the offset.
const spanRules = {
  queries: required(stepsRule(undefined, 0)),
  keys: required(stepsRule(undefined, 0)),
  offset: stepsRule(0, 0),
};
const slopesCall = /* @__PURE__ */ signature(
  "alibiSlopes",
  { numHeads: /* @__PURE__ */ required(/* @__PURE__ */ headsRule()) },
  "alibiSlopes(8)",
);
const constructAlibi = signature(
  "AlibiPositions",
  { numHeads: required(headsRule()) },
  "new AlibiPositions(8)",
);
const forwardAlibi = signature(
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
  /** Queries and keys stay as they are. */
  readonly onlyAdds = true as const;

  constructor(numHeads: number) {
    constructAlibi([numHeads]);
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
    forwardAlibi([queries, keys, offset, backend]);
    return this.bias({ queries, keys, offset, backend });
  }

  rotate(x: Tensor): Tensor {
    return x;
  }

  bias({ queries, keys, offset, backend }: AttentionSpan): Tensor {
    return scope(() => definition.alibiBias(this.numHeads, queries, keys, offset, backend).unsqueeze(0));
  }

  protected override describeOptions(): string {
    return `numHeads=${this.numHeads}`;
  }
}

const bucketRules = {
  /** Default 32. */
  numBuckets: whole(32, { min: 2, max: 2 ** 16 }),
  /** All distances from this one on share the last bucket. Default 128. */
  maxDistance: stepsRule(128),
  /** Whether half of the buckets are for keys after the query; causal attention has none. Default true. */
  bidirectional: flag(true),
};
const name = "RelativePositions";
const bucketCall = /* @__PURE__ */ signature(
  "relativePositionBucket",
  { distance: /* @__PURE__ */ required(/* @__PURE__ */ whole()) },
  bucketRules,
  {
    example: "relativePositionBucket(-3, { numBuckets: 32 })",
  },
);
const constructRelative = signature(name, { numHeads: required(headsRule()) }, bucketRules, {
  example: `new ${name}(numHeads, { numBuckets: 32, maxDistance: 128 })`,
  renamed: {
    relativeAttentionNumBuckets: "write numBuckets",
    relativeAttentionMaxDistance: "write maxDistance",
  },
});
const forwardRelative = signature(`${name}.forward`, spanRules, "positions.forward(queries, keys, offset)");

/** How distances are put into buckets. */
export interface BucketOptions extends OptionsOf<typeof bucketCall> {}

/**
 * The bucket of a key's position minus the query's (Raffel et al. 2020, section 2.1): one for each small distance, then
 * wider ones on a logarithmic scale up to `maxDistance`.
 *
 * @throws ArgumentError unless `distance` is a whole number, or for invalid options.
 * @example relativePositionBucket(-3, { bidirectional: false }) // 3
 */
export function relativePositionBucket(distance: number, given: BucketOptions = {}): number {
  const buckets = fitting("relativePositionBucket", bucketCall([distance, given]));
  return definition.relativePositionBucket(distance, buckets);
}

function fitting(what: string, buckets: definition.Buckets): definition.Buckets {
  const { numBuckets, maxDistance, bidirectional } = buckets;
  const exact = Math.floor(numBuckets / (bidirectional ? 4 : 2));
  if (exact > 0 && maxDistance > exact && !(bidirectional && numBuckets % 2 !== 0)) return buckets;
  throw new ArgumentError(
    `${what}: numBuckets ${numBuckets} must be even and at least 4 with bidirectional, and maxDistance ${maxDistance} above ` +
      `the ${exact} distances with a bucket each; raise maxDistance or choose fewer buckets.`,
  );
}

/**
 * T5's relative positions: a learned number for each head and bucket of distances, added to the scores (Raffel et al.
 * 2020, section 2.1; simplified from Shaw et al. 2018). Layers may share one. Parameter: `weight` (numBuckets, numHeads),
 * which starts as N(0, 0.02²).
 *
 * @example
 * const x = randn([1, 3, 8]);
 * new MultiheadAttention(8, 4, { batchFirst: true, positions: new RelativePositions(4) }).forward(x, x, x).output.shape // [1, 3, 8]
 */
export class RelativePositions extends Module implements AttentionPositions {
  readonly maxLen: number = Number.POSITIVE_INFINITY;
  readonly numHeads: number;
  readonly headDim: null = null;
  readonly numBuckets: number;
  readonly maxDistance: number;
  readonly bidirectional: boolean;
  /** Queries and keys stay as they are. */
  readonly onlyAdds = true as const;
  /** (numBuckets, numHeads). */
  weight: Parameter;

  constructor(numHeads: number, given: BucketOptions = {}) {
    const { numBuckets, maxDistance, bidirectional } = fitting(name, constructRelative([numHeads, given]));
    super();
    this.numHeads = numHeads;
    this.numBuckets = numBuckets;
    this.maxDistance = maxDistance;
    this.bidirectional = bidirectional;
    this.weight = scope(() => init.normal(new Parameter(zeros([numBuckets, numHeads])), 0, 0.02));
    noteParts(this);
  }

  /** The bias of `queries` queries, the first at position `offset`, and `keys` keys: (1, numHeads, queries, keys). */
  override forward(queries: number, keys: number, offset: number = 0): Tensor {
    checkParts(this);
    forwardRelative([queries, keys, offset]);
    return this.bias({ queries, keys, offset });
  }

  rotate(x: Tensor): Tensor {
    return x;
  }

  bias({ queries, keys, offset }: Omit<AttentionSpan, "backend">): Tensor {
    return scope(() => definition.relativeBias(this.weight, this, queries, keys, offset).unsqueeze(0));
  }

  protected override describeOptions(): string {
    const { numHeads, numBuckets, maxDistance, bidirectional } = this;
    return `numHeads=${numHeads}, numBuckets=${numBuckets}, maxDistance=${maxDistance}, bidirectional=${bidirectional}`;
  }
}
