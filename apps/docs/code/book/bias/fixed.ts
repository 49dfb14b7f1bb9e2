import { scaledDotProductAttention } from "@saccade/attention";
import { tensor } from "@saccade/tensor";

const q = tensor([[[1, 0.5]]]); // (1, 1, 2)
const k = tensor([
  [
    [1, 0],
    [0, 1],
    [1, 1],
  ],
]); // (1, 3, 2)
const v = tensor([[[1], [2], [3]]]); // (1, 3, 1)
const b = tensor([2, -1]);

const row = (name: string, x: typeof q, y: typeof k): void => {
  const { weights } = scaledDotProductAttention(x, y, v); // (1, 1, 3)
  console.log(
    name.padEnd(11),
    Array.from(weights.dataSync(), (w) => w.toFixed(4)).join("  "),
  );
};
row("no bias", q, k);
row("key bias", q, k.add(b));
row("query bias", q.add(b), k);
