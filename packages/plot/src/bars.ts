import { readVector, type Vector } from "./input.ts";
import { extremesSentence, valueText } from "./sentences.ts";
import { printable } from "./text.ts";
import { checkLabels } from "./ticks.ts";

/** A value with its label. */
export interface Bar {
  readonly label: string;
  readonly value: number;
  /** Its place among the values given; −1 for the sum of those that have no bar. */
  readonly index: number;
}

interface BarChoice {
  readonly labels: readonly string[];
  readonly sorted?: boolean;
  readonly most?: number;
}

/** The bars to draw: all values, or the largest in size, in order or sorted, then the sum of the others. */
export function readBars(
  what: string,
  values: Vector,
  { labels, sorted = false, most }: BarChoice,
): { readonly bars: readonly Bar[]; readonly all: Float64Array } {
  const all = readVector(values, `${what}: values`);
  checkLabels(labels, all.length, `${what}: labels`);
  const bars = Array.from(all, (value, index) => ({ label: labels[index] ?? "", value, index }));
  const size = ({ value }: Bar): number => (Number.isFinite(value) ? Math.abs(value) : -1);
  const bySize = bars.toSorted((a, b) => size(b) - size(a));
  const ordered = (some: Bar[]): Bar[] => (sorted ? some : some.sort((a, b) => a.index - b.index));
  if (most === undefined || most >= bars.length) return { bars: ordered(bySize), all };
  const others = bySize.slice(most);
  const rest = {
    label: `${others.length} others`,
    value: sumOf(others.map(({ value }) => value)),
    index: -1,
  };
  return { bars: [...ordered(bySize.slice(0, most)), rest], all };
}

/** The largest and the smallest value, and the sum of all. */
export function barsSentence(labels: readonly string[], values: Float64Array): string {
  const extent = extremesSentence(values, (index) => printable(labels[index] ?? "").trim());
  return `${extent} Sum: ${valueText(sumOf([...values]))}.`;
}

function sumOf(values: readonly number[]): number {
  return values.filter(Number.isFinite).reduce((sum, value) => sum + value, 0);
}
