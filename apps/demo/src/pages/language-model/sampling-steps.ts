/** Characters of a sample. */
export const sampleLength = 64;

const first = [1, 10, 25, 50, 75, 100, 150, 200, 300, 400, 500, 600];

/** Whether the worker keeps a sample after a step: exactly these, so that two runs of a seed write the same. */
export function isSampled(step: number): boolean {
  return first.includes(step) || step % 300 === 0;
}

/** The steps after which a sample is kept, close together where much changes, up to but without `last`. */
export function samplesAt(last: number): number[] {
  const later = Array.from({ length: Math.max(0, Math.floor(last / 300) - 2) }, (_, i) => 300 * (i + 3));
  return [...first, ...later].filter((step) => step < last);
}
