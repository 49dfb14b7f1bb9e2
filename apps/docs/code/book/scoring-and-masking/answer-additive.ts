import { AdditiveScoring } from "@saccade/attention";
import { cat, manualSeed, randn } from "@saccade/tensor";

manualSeed(0);
// (n, 3), (m, 5): sizes may differ
const [q, k] = [randn([2, 3]), randn([4, 5])];
const scoring = new AdditiveScoring(3, 5, 6);
const scores = scoring.scores(q, k); // (2, 4)

// W [q; k] with W = [W_q, W_k], pair by pair.
const W = cat([scoring.W_q.weight, scoring.W_k.weight], 1); // (6, 8)
const pair = cat(
  [q.unsqueeze(1).expand([2, 4, 3]), k.unsqueeze(0).expand([2, 4, 5])],
  -1,
); // (2, 4, 8)
const one = pair
  .matmul(W.transpose(0, 1))
  .tanh()
  .matmul(scoring.w_v.weight.transpose(0, 1))
  .squeeze(-1); // (2, 4)
console.log(
  "largest difference",
  scores.sub(one).abs().amax().item().toFixed(6),
);
