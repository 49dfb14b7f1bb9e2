/** The range of a logarithmic axis and the values that are named on it. */
export interface LossAxis {
  readonly low: number;
  readonly high: number;
  readonly ticks: readonly number[];
}

/** 1, 2 and 5, and ten times and a tenth of them, and so on. */
function roundNumbers(from: number, to: number): number[] {
  const first = Math.floor(Math.log10(from)) - 1;
  const last = Math.ceil(Math.log10(to)) + 1;
  return Array.from({ length: last - first + 1 }, (_, i) => first + i).flatMap((power) =>
    [1, 2, 5].map((digit) => Number(`${digit}e${power}`)),
  );
}

/** From a round number well below the smallest loss, so that the curve never ends on the axis, to one above the largest. */
export function lossAxis(losses: readonly number[]): LossAxis {
  const positive = losses.filter((loss) => loss > 0 && Number.isFinite(loss));
  if (positive.length === 0) return { low: 0.001, high: 1, ticks: [0.01, 0.1, 1] };
  const [least, most] = [Math.min(...positive), Math.max(...positive)];
  const all = roundNumbers(least / 2, most);
  const low = all.findLast((value) => value <= 0.8 * least) ?? least / 2;
  const high = all.find((value) => value >= most && value > low) ?? most;
  const inside = all.filter((value) => value >= low && value <= high);
  const decades = inside.filter((value) => Number.isInteger(Math.round(Math.log10(value) * 1e6) / 1e6));
  const every = Math.ceil(decades.length / 5);
  const ticks = decades.length >= 2 ? decades.filter((_, i) => i % every === 0) : inside.slice(-3);
  return { low, high, ticks };
}
