export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Of the mean of values drawn at random; infinite for fewer than two. */
export function standardError(values: readonly number[]): number {
  if (values.length < 2) return Number.POSITIVE_INFINITY;
  const centre = mean(values);
  const squares = values.reduce((sum, value) => sum + (value - centre) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1) / values.length);
}
