/** A target word and the source word that it translates. */
export type Link = readonly [target: number, source: number];

/**
 * The alignment error rate, 1 − (|A ∩ S| + |A ∩ P|) / (|A| + |S|).
 *
 * @param found A, the links found
 * @param sure S
 * @param possible the links that are possible and not sure; P has these and the sure ones
 */
export function errorRate(
  found: readonly Link[],
  sure: readonly Link[],
  possible: readonly Link[],
): number {
  const among = (links: readonly Link[]): number =>
    found.filter(([t, s]) =>
      links.some((link) => link[0] === t && link[1] === s),
    ).length;
  return (
    1 - (among(sure) + among(possible)) / (found.length + sure.length)
  );
}
