import { cellRange } from "./settings.ts";

/**
 * Reads what a reader typed into a cell: a number of the range, with a point or a comma, and a minus of any kind.
 * undefined for anything else.
 */
export function readCell(text: string): number | undefined {
  const plain = text.trim().replace(",", ".").replace(/^[−–]/, "-");
  if (!/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(plain)) return undefined;
  const value = Number(plain);
  return value >= cellRange[0] && value <= cellRange[1] ? value : undefined;
}

/** A number as a cell shows it: three digits after the point at most, with a true minus sign. */
export function showCell(value: number): string {
  const shown = Number(value.toFixed(3));
  return String(Object.is(shown, -0) ? 0 : shown).replace("-", "−");
}
