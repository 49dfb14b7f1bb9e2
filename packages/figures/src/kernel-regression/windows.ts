import type { Range, Run } from "./data.ts";

/** Where a key enters or leaves the window of a query that moves from left to right, with the ends of the range. */
export function edgesOf(keys: readonly number[], bandwidth: number, [low, high]: Range): number[] {
  const edges = keys.flatMap((key) => [key - bandwidth, key + bandwidth]);
  const inside = edges.filter((edge) => edge > low && edge < high).sort((a, b) => a - b);
  // Neighbours closer than a thousandth of a pixel are one.
  return [low, ...inside, high].filter((edge, i, all) => i === 0 || edge - (all[i - 1] ?? low) > 1e-6);
}

/**
 * Steps as runs that go level and then straight up or down; a new run after every gap.
 * @param edges (m + 1), rising
 * @param heights (m), null for a gap
 */
export function stepRuns(edges: readonly number[], heights: readonly (number | null)[]): Run[] {
  const runs: { x: number[]; y: number[] }[] = [];
  let isOpen = false;
  for (const [i, height] of heights.entries()) {
    if (height !== null) {
      if (!isOpen) runs.push({ x: [], y: [] });
      const run = runs.at(-1);
      run?.x.push(edges[i] ?? 0, edges[i + 1] ?? 0);
      run?.y.push(height, height);
    }
    isOpen = height !== null;
  }
  return runs;
}

/** Where at least one key is in the window: each stretch as the grid's places inside it, with its own ends. */
export function supportsOf(
  keys: readonly number[],
  bandwidth: number,
  [low, high]: Range,
  grid: readonly number[],
): number[][] {
  const stretches: [number, number][] = [];
  for (const key of [...keys].sort((a, b) => a - b)) {
    // A key just at the window's edge has no weight.
    const [from, to] = [key - bandwidth * 0.9999, key + bandwidth * 0.9999];
    const last = stretches.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else stretches.push([from, to]);
  }
  return stretches
    .map(([from, to]): Range => [Math.max(low, from), Math.min(high, to)])
    .filter(([from, to]) => from < to)
    .map(([from, to]) => [from, ...grid.filter((at) => at > from && at < to), to]);
}
