import { PositionalEncoding } from "@saccade/attention";
import { zeros } from "@saccade/tensor";

const d = 64;
const encoding = new PositionalEncoding(d).eval();
// (100, 64)
const p = encoding.forward(zeros([1, 100, d])).select(0, 0);
const dot = (i: number, j: number): number =>
  p.select(0, i).mul(p.select(0, j)).sum().item();

for (const distance of [0, 1, 2, 4, 8, 16]) {
  const products = [0, 20, 70].map((i) =>
    dot(i, i + distance).toFixed(3),
  );
  console.log(
    `distance ${distance}, from positions 0, 20, 70: ` +
      `${products.join("  ")}`,
  );
}
