import { nadarayaWatson } from "@saccade/attention";
import { tensor } from "@saccade/tensor";

const [q, x, y] = [0.6, [0, 1, 3], [10, 20, 60]];
const predict = (
  query: number,
  keys: number[],
  values: number[],
  bandwidth: number,
): string =>
  nadarayaWatson(tensor([query]), tensor(keys), tensor(values), {
    bandwidth,
  })
    .output.item()
    .toFixed(3);

const doubled = x.map((key) => 2 * key);
console.log("as it is      ", predict(q, x, y, 1));
const higher = y.map((value) => value + 5);
console.log("y + 5         ", predict(q, x, higher, 1));
console.log("2q, 2x, 2σ    ", predict(2 * q, doubled, y, 2));
console.log("2q, 2x        ", predict(2 * q, doubled, y, 1));
console.log("σ / 2         ", predict(q, x, y, 0.5));
console.log("3 given twice ", predict(q, [...x, 3], [...y, 60], 1));
