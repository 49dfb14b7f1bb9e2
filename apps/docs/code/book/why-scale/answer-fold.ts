import { scaledDotProductAttention } from "@saccade/attention";
import { Linear } from "@saccade/nn";
import { manualSeed, randn } from "@saccade/tensor";

manualSeed(0);
const d = 16;
const x = randn([5, d]); // (l, d)
const [W_q, W_k] = [
  new Linear(d, d, { bias: false }),
  new Linear(d, d, { bias: false }),
];
const usual = scaledDotProductAttention(
  W_q.forward(x),
  W_k.forward(x),
  x,
).output;

W_q.loadStateDict({ weight: W_q.weight.div(Math.sqrt(d)) });
const folded = scaledDotProductAttention(
  W_q.forward(x),
  W_k.forward(x),
  x,
  { scale: 1 },
).output;
console.log(
  "largest difference",
  usual.sub(folded).abs().amax().item().toFixed(6),
);
