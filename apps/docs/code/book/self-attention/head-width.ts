import { WideSelfAttention } from "@saccade/models/seeds";
import { manualSeed, rand, randn } from "@saccade/tensor";

manualSeed(0);
const x = rand([32, 10, 128]); // (b, n, d)
const side = new WideSelfAttention(128, 8, { outProj: false });
// with an output projection, Linear(1024, 128)
const back = new WideSelfAttention(128, 8);
console.log(
  "heads side by side:",
  side.forward(x).output.shape.join(" × "),
);
console.log(
  "projected back:    ",
  back.forward(x).output.shape.join(" × "),
);

// one head: 128 dims, not 128 / 8
const [q, k] = [randn([1000, 128]), randn([1000, 128])];
const scores = q.mul(k).sum(-1); // (1000)
console.log(
  "standard deviation of q·k:  ",
  scores.std().item().toFixed(1),
);
console.log(
  "divided by √(128 // 8) = 4: ",
  scores.div(4).std().item().toFixed(1),
);
console.log(
  "divided by √128:            ",
  scores.div(Math.sqrt(128)).std().item().toFixed(1),
);
