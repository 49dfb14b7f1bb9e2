/**
 * Batches of sentences of one length each.
 *
 * @param lengths of all sentences
 * @param size most sentences in a batch
 * @returns for each batch the places of its sentences in `lengths`
 */
export function inBuckets(
  lengths: readonly number[],
  size: number,
): number[][] {
  const batches: number[][] = [];
  for (let start = 0; start < lengths.length; start += size)
    batches.push(lengths.slice(start, start + size).map((_, i) => i));
  return batches;
}
