import { shortNumber } from "./domain.ts";

/** Where the largest and the smallest of the finite values are. */
export interface Extremes {
  readonly largest: number;
  readonly smallest: number;
}

/** The indexes of the largest and the smallest finite value, or undefined when none is finite. */
export function extremes(values: ArrayLike<number>): Extremes | undefined {
  let largest = -1;
  let smallest = -1;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? Number.NaN;
    if (!Number.isFinite(value)) continue;
    if (largest < 0 || value > (values[largest] ?? value)) largest = i;
    if (smallest < 0 || value < (values[smallest] ?? value)) smallest = i;
  }
  return largest < 0 ? undefined : { largest, smallest };
}

/** "Largest: layer 1, head 0: 0.9. Smallest: layer 0, head 2: −0.3.", with the name that `name` gives an index. */
export function extremesSentence(values: ArrayLike<number>, name: (index: number) => string): string {
  const found = extremes(values);
  if (found === undefined) return "No value is finite.";
  const part = (index: number): string => `${name(index)}: ${valueText(values[index])}`;
  if (values[found.largest] === values[found.smallest])
    return `All values: ${valueText(values[found.largest])}.`;
  return `Largest: ${part(found.largest)}. Smallest: ${part(found.smallest)}.`;
}

/** A value in a sentence. */
export function valueText(value: number | undefined): string {
  return value !== undefined && Number.isFinite(value) ? shortNumber(value) : "no value";
}

/** "1 layer", "3 layers". */
export function counted(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? "" : "s"}`;
}
