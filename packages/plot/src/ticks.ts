import { PlotError } from "./errors.ts";
import { fontSize } from "./svg.ts";
import { printable, textWidth } from "./text.ts";

/** The ticks along one side of a heatmap: the labeled cells, their labels, and the text's orientation. */
export interface CellTicks {
  readonly at: readonly number[];
  readonly text: (cell: number) => string;
  readonly widest: number;
  readonly rotate: boolean;
}

/**
 * Labels every cell with its token, or round cell numbers when there are no tokens.
 * @throws PlotError when there is not one label for each cell
 */
export function cellTicks(
  labels: readonly string[] | undefined,
  cells: number,
  cellSize: number,
  name: string,
): CellTicks {
  checkLabels(labels, cells, name);
  if (labels === undefined) {
    const widest = textWidth(String(cells), fontSize);
    const room = Math.max(2, Math.min(6, Math.floor((cells * cellSize) / (widest + 14))));
    const step = wholeStep(cells / room);
    const at = Array.from({ length: Math.ceil(cells / step) }, (_, i) => i * step);
    return { at, text: String, widest, rotate: false };
  }
  const shown = labels.map(printable);
  const widest = Math.max(...shown.map((label) => textWidth(label, fontSize)));
  return {
    at: shown.map((_, i) => i),
    text: (cell) => shown[cell] ?? "",
    widest,
    rotate: widest > cellSize - 6,
  };
}

/** Throws PlotError unless there is one label for each of `cells`. */
export function checkLabels(labels: readonly string[] | undefined, cells: number, name: string): void {
  if (labels !== undefined && labels.length !== cells) {
    throw new PlotError(`${name} has ${counted(labels.length, "label")} for ${counted(cells, "cell")}`);
  }
}

function counted(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? "" : "s"}`;
}

function wholeStep(rough: number): number {
  for (let power = 1; ; power *= 10) {
    for (const multiple of [1, 2, 5]) if (multiple * power >= rough) return multiple * power;
  }
}
