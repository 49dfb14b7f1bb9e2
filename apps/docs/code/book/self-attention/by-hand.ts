import { tensor } from "@saccade/tensor";

// Five words with four features each: noun, creature, verb, pointing.
const x = tensor([
  [0, 0, 0, 1], // the
  [1, 1, 0, 0], // cat
  [0, 0, 1, 0], // licks
  [0, 1, 0, 1], // its
  [1, 0, 0, 0], // paw
]); // (n, d) = (5, 4)
const wq = tensor([
  [0.3, 0, 0.9, 1.4],
  [1.2, 0.2, 0.1, 0],
  [0.9, 1.7, 0, 0.1],
  [0.2, 1.6, 0.1, -0.8],
]); // (4, 4)
const wk = tensor([
  [0.2, 1.8, 0.1, 0.3],
  [2, 0.1, 0, 0.2],
  [0.3, 0.1, 2.2, 0.4],
  [0.1, 0.2, 0.3, 1.9],
]); // (4, 4)
const wv = tensor([
  [0.1, 1.2, 0.4, -0.3],
  [1.8, 0.3, 0, 0.6],
  [0.2, 0, 1.6, -0.9],
  [-0.4, 0.1, 0.3, 0.5],
]); // (4, 4)

// #region steps
const q = x.matmul(wq); // (5, 4)
const k = x.matmul(wk); // (5, 4)
const v = x.matmul(wv); // (5, 4)
const scores = q.matmul(k.transpose(0, 1)).div(Math.sqrt(4)); // (5, 5)
const weights = scores.softmax(-1); // (5, 5), each row sums to 1
const output = weights.matmul(v); // (5, 4)
// #endregion steps

const row = (name: string, values: unknown): void =>
  console.log(
    name.padEnd(8),
    (values as number[]).map((y) => y.toFixed(2)).join("  "),
  );
row("scores", scores.select(0, 3).toArray()); // of "its"
row("weights", weights.select(0, 3).toArray());
row("output", output.select(0, 3).toArray());
