/** How distances are put into buckets. */
export interface Buckets {
  /** The number of buckets. */
  readonly numBuckets: number;
  /** From this distance on, all share the last bucket. */
  readonly maxDistance: number;
  /** Whether keys after the query have half of the buckets. */
  readonly bidirectional: boolean;
}

/**
 * The bucket of a key's position minus the query's (Raffel et al. 2020, section 2.1): one for each small distance, then wider
 * ones on a logarithmic scale.
 *
 * @example relativePositionBucket(-3, { numBuckets: 32, maxDistance: 128, bidirectional: false }) // 3
 */
export function relativePositionBucket(
  distance: number,
  { numBuckets, maxDistance, bidirectional }: Buckets,
): number {
  const count = bidirectional ? numBuckets / 2 : numBuckets;
  const first = bidirectional && distance > 0 ? count : 0;
  const away = bidirectional ? Math.abs(distance) : Math.max(-distance, 0);
  const exact = Math.floor(count / 2);
  if (away < exact) return first + away;
  const share = Math.log(away / exact) / Math.log(maxDistance / exact);
  return first + Math.min(count - 1, exact + Math.floor(share * (count - exact)));
}
