import { AdditiveAttention } from "@saccade/attention";
import { tensor } from "@saccade/tensor";

// What the encoder gave for a source of three words: keys and values at
// once.
const h = tensor([
  [
    [1, 0.5],
    [-1, 1],
    [0, -1],
  ],
]); // (b, m, h) = (1, 3, 2)
// The decoder's state before its first word, and before its second.
const s = tensor([
  [
    [2, 0],
    [0, -2],
  ],
]); // (b, n, h) = (1, 2, 2)

const attention = new AdditiveAttention(2, 2, 2).eval();
attention.loadStateDict({
  "W_q.weight": tensor([
    [1, 0],
    [0, 1],
  ]), // (2, 2)
  "W_k.weight": tensor([
    [1, 0.5],
    [0, 2],
  ]), // (2, 2)
  "w_v.weight": tensor([[3, -3]]), // (1, 2)
});

const show = (row: unknown): string =>
  (row as number[]).map((x) => x.toFixed(3)).join("  ");
for (const t of [0, 1]) {
  const query = s.narrow(1, t, 1); // (1, 1, 2)
  const { output, weights } = attention.forward(query, h, h);
  console.log(
    `step ${t + 1}: weights ${show(weights.flatten().toArray())}`,
  );
  console.log(`        context ${show(output.flatten().toArray())}`);
}
