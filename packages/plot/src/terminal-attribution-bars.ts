import { barsSentence, readBars } from "./bars.ts";
import type { Vector } from "./input.ts";
import { checkOptions, type Rules } from "./options.ts";
import { count, flag, names, text } from "./rules.ts";
import { valueText } from "./sentences.ts";
import { clipDisplay, displayWidth, labelOf, padDisplay, printable } from "./text.ts";

/** Options of {@link terminalAttributionBars}. */
export interface TerminalAttributionBarsOptions {
  /** One label for each value: a token, a head, a component. */
  readonly labels: readonly string[];
  /** Whether the bars go from the largest size to the smallest, instead of in the order given. Default false. */
  readonly sorted?: boolean;
  /** At most this many bars, those of the largest size; one more has the sum of the others. All unless given. */
  readonly most?: number;
  /** A line above. */
  readonly title?: string;
  /** The terminal columns that it may take; 60 unless given. */
  readonly width?: number;
}

const rules: Rules<TerminalAttributionBarsOptions> = {
  labels: names,
  sorted: flag,
  most: count,
  title: text,
  width: count,
};

/** Eighths of a column, from the left. */
const eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"] as const;

/**
 * Signed bars as text, each with its label and value: values below 0 to the left of the axis, others to the right; then the largest,
 * the smallest and the sum.
 *
 * @param values shape (n): parts of a sum
 * @throws PlotError for a missing or unknown option or a wrong value, for no values, or labels that are not one for each
 * @example
 * const lines = terminalAttributionBars([2, -1], { labels: ["a", "b"], width: 12 }).split("\n");
 * lines[1] // "b −1 ███│"
 */
export function terminalAttributionBars(values: Vector, options: TerminalAttributionBarsOptions): string {
  const what = "terminalAttributionBars";
  checkOptions(what, options, rules, "terminalAttributionBars(values, { labels })", ["labels"]);
  const { bars, all } = readBars(what, values, options);
  const shown = bars.map(({ label }) => clipDisplay(labelOf(label), 24));
  const numbers = bars.map(({ value }) => valueText(value));
  const labelWidth = Math.max(...shown.map(displayWidth));
  const numberWidth = Math.max(...numbers.map(displayWidth));
  const finite = bars.map(({ value }) => value).filter(Number.isFinite);
  const [low, high] = [Math.min(0, ...finite), Math.max(0, ...finite)];
  const room = Math.max(8, (options.width ?? 60) - labelWidth - numberWidth - 3);
  // One scale for both sides.
  const unit = high === low ? 0 : room / (high - low);
  const left = Math.ceil(-low * unit);
  const lines = bars.map(({ value }, row) => {
    const label = padDisplay(shown[row] ?? "", labelWidth, "start");
    const number = padDisplay(numbers[row] ?? "", numberWidth, "start");
    const size = Number.isFinite(value) ? Math.abs(value) * unit : 0;
    const below = value < 0 ? "█".repeat(Math.round(size)) : "";
    const above = value > 0 ? "█".repeat(Math.floor(size)) + (eighths[Math.floor((size % 1) * 8)] ?? "") : "";
    return `${label} ${number} ${below.padStart(left)}│${above}`;
  });
  const title = options.title === undefined ? [] : [printable(options.title)];
  return [...title, ...lines, "", barsSentence(options.labels, all)].join("\n");
}
