export function inBuckets(
  lengths: readonly number[],
  size: number,
): number[][] {
  const buckets = new Map<number, number[]>();
  lengths.forEach((length, place) => {
    buckets.set(length, [...(buckets.get(length) ?? []), place]);
  });
  return [...buckets.values()].flatMap((places) =>
    Array.from({ length: Math.ceil(places.length / size) }, (_, i) =>
      places.slice(i * size, (i + 1) * size),
    ),
  );
}
