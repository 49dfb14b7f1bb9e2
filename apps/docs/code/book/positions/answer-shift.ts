import { PositionalEncoding } from "@saccade/attention";
import { zeros } from "@saccade/tensor";

const d = 4;
const p = new PositionalEncoding(d)
  .eval()
  .forward(zeros([1, 40, d]))
  .select(0, 0)
  .toArray(2);
// Pair i turns by k · 10000^(−2i/d) when the position grows by k.
const shifted = (row: readonly number[], k: number): number[] =>
  [0, 1].flatMap((i) => {
    const angle = k * 10_000 ** ((-2 * i) / d);
    const [sin, cos] = [row[2 * i]!, row[2 * i + 1]!];
    return [
      sin * Math.cos(angle) + cos * Math.sin(angle),
      cos * Math.cos(angle) - sin * Math.sin(angle),
    ];
  });
for (const [from, k] of [
  [3, 7],
  [20, 7],
] as const) {
  const off = Math.max(
    ...shifted(p[from]!, k).map((x, i) =>
      Math.abs(x - p[from + k]![i]!),
    ),
  );
  console.log(
    `from position ${from} to ${from + k}: exact to rounding:`,
    off < 1e-5,
  );
}
