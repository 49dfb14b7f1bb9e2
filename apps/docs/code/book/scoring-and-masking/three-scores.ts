import {
  AdditiveScoring,
  DotScoring,
  ScaledDotScoring,
} from "@saccade/attention";
import { tensor } from "@saccade/tensor";

const q = tensor([
  [1, 0, 2, 0],
  [0, 1, 0, 1],
]); // (2, 4)
const k = tensor([
  [1, 1, 1, 0],
  [0, 2, 0, 1],
  [2, 0, 1, -1],
]); // (3, 4)

// query size, key size, hidden size
const additive = new AdditiveScoring(4, 4, 2);
additive.loadStateDict({
  "W_q.weight": tensor([
    [0.5, 0, 0.5, 0],
    [0, 1, 0, -1],
  ]), // (2, 4)
  "W_k.weight": tensor([
    [1, 0, 0.5, 0],
    [0, 0.5, 0, -0.5],
  ]), // (2, 4)
  "w_v.weight": tensor([[1, 2]]), // (1, 2)
});

for (const scoring of [
  new DotScoring(4),
  new ScaledDotScoring(4),
  additive,
]) {
  const scores = scoring.scores(q, k); // (2, 3)
  console.log(String(scores));
}
