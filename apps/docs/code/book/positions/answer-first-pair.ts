import { PositionalEncoding } from "@saccade/attention";
import { zeros } from "@saccade/tensor";

const d = 8;
const table = new PositionalEncoding(d)
  .eval()
  .forward(zeros([1, 100, d]))
  .select(0, 0); // (100, d)

for (let pair = 0; pair < d / 2; pair++) {
  const turn = (2 * Math.PI) / 10_000 ** ((-2 * pair) / d);
  console.log(`pair ${pair}: a turn in ${turn.toFixed(1)} positions`);
}
for (const [name, width] of [
  ["the first pair", 2],
  ["all pairs", d],
] as const) {
  const part = table.narrow(1, 0, width); // (100, width)
  const apart = part
    .sub(part.narrow(0, 0, 1))
    .square()
    .sum(-1)
    .sqrt();
  const near = (apart.toArray() as number[])
    .map((distance, p) => [distance, p] as const)
    .slice(1)
    .sort((a, b) => a[0] - b[0])
    .slice(0, 2)
    .map(([distance, p]) => `${p} (${distance.toFixed(3)})`);
  console.log(`${name}: nearest to position 0 are ${near.join(", ")}`);
}
