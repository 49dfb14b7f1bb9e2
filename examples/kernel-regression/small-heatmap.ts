import { terminalHeatmap } from "@saccade/plot";
import type { Tensor } from "@saccade/tensor";

/**
 * Weights (test, n) in 75 columns and 10 lines: every fifth test point, a tenth of x apart, and the training
 * points in up to 25 groups of neighbours, whose weights are summed.
 */
export function smallHeatmap(weights: Tensor, title: string): string {
  const groups = Math.min(25, weights.size(1));
  const shown = Array.from({ length: Math.ceil(weights.size(0) / 5) }, (_, i) => i * 5);
  const text = terminalHeatmap(
    shown.map((query) => sums(weights.select(0, query), groups)),
    {
      title,
      rows: shown.map((query) => `x = ${(query / 10).toFixed(1)}`),
      cols: Array.from({ length: groups }, () => ""),
    },
  );
  return text.replace(/\n\n+/, "\n"); // the line of the columns' labels, which are empty
}

function sums(row: Tensor, groups: number): number[] {
  const values = [...row.dataSync()];
  const start = (group: number): number => Math.floor((group * values.length) / groups);
  return Array.from({ length: groups }, (_, i) =>
    values.slice(start(i), start(i + 1)).reduce((sum, value) => sum + value, 0),
  );
}
