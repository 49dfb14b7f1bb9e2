/**
 * Heights of labels as near as possible to where they are wanted, in the same order, at least `gap` apart and within
 * the range: neighbours that would touch share the shift.
 */
export function placeLabels(
  wanted: readonly number[],
  gap: number,
  [top, bottom]: readonly [number, number],
): number[] {
  const order = wanted.map((_, i) => i).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0));
  // Groups of labels that touch; each is centred on the mean of its labels' ideal places.
  const groups: { labels: number[]; center: number }[] = [];
  const height = (group: { labels: number[] }): number => (group.labels.length - 1) * gap;
  const clamped = (center: number, size: number): number =>
    Math.min(bottom - size / 2, Math.max(top + size / 2, center));
  for (const label of order) {
    groups.push({ labels: [label], center: clamped(wanted[label] ?? 0, 0) });
    for (
      let last = groups.at(-1), before = groups.at(-2);
      last && before;
      last = groups.at(-1), before = groups.at(-2)
    ) {
      if (last.center - height(last) / 2 - (before.center + height(before) / 2) >= gap) break;
      groups.pop();
      before.labels.push(...last.labels);
      const mean = before.labels.reduce((sum, i) => sum + (wanted[i] ?? 0), 0) / before.labels.length;
      before.center = clamped(mean, height(before));
    }
  }
  const placed = new Array<number>(wanted.length).fill(0);
  for (const group of groups) {
    for (const [i, label] of group.labels.entries())
      placed[label] = group.center - height(group) / 2 + i * gap;
  }
  return placed;
}
