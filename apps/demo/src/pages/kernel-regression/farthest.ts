/** The place in the range, as an address writes it, that is farthest from all keys; and how far the nearest key is. */
export function farthest(
  keys: readonly number[],
  [low, high]: readonly [number, number],
): { readonly at: number; readonly distance: number } {
  const sorted = keys.toSorted((a, b) => a - b);
  const middles = sorted.slice(1).map((key, i) => (key + (sorted[i] ?? key)) / 2);
  return [low, ...middles, high]
    .map((place) => {
      const at = Math.round(place * 100) / 100;
      return { at, distance: Math.min(...keys.map((key) => Math.abs(key - at))) };
    })
    .reduce((best, one) => (one.distance > best.distance ? one : best));
}
