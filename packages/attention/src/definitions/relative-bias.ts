import { embedding, type Tensor, tensor } from "@saccade/tensor";
import { type Buckets, relativePositionBucket } from "./relative-position-bucket.ts";

/**
 * A learned number for each head and bucket, added to the scores: weight (numBuckets, h) → (h, lq, lk), the first query being at
 * position `offset`.
 *
 * @example relativeBias(tensor([[5], [6]]), { numBuckets: 2, maxDistance: 4, bidirectional: false }, 2, 2).toArray() // [[[5, 5], [6, 5]]]
 */
export function relativeBias(
  weight: Tensor,
  buckets: Buckets,
  lq: number,
  lk: number,
  offset: number = 0,
): Tensor {
  const rows = Array.from({ length: lq }, (_, i) =>
    Array.from({ length: lk }, (_, j) => relativePositionBucket(j - i - offset, buckets)),
  );
  return embedding(weight, tensor(rows, { dtype: "int32" })).permute([2, 0, 1]);
}
