import { manualSeed, randn } from "@saccade/tensor";

manualSeed(0);
for (const d of [16, 64, 256]) {
  const q = randn([4096, d]);
  const variance = (scores: typeof q): string =>
    scores.div(Math.sqrt(d)).var().item().toFixed(2);
  const independent = q.mul(randn([4096, d])).sum(-1); // (4096)
  const halfTheSame = q
    .mul(q.add(randn([4096, d])).div(Math.sqrt(2)))
    .sum(-1); // correlation √½ with q
  console.log(
    `d ${d}: independent: mean ` +
      `${independent.div(Math.sqrt(d)).mean().item().toFixed(2)}, ` +
      `variance ${variance(independent)}; ` +
      "correlated: mean " +
      `${halfTheSame.div(Math.sqrt(d)).mean().item().toFixed(2)}, ` +
      `variance ${variance(halfTheSame)}`,
  );
}
