import { manualSeed, randn, scope } from "@saccade/tensor";

// Independent components of variance 1, around 0 and around 1.
for (const mean of [0, 1]) {
  for (const d of [16, 64, 256]) {
    scope(() => {
      manualSeed(0);
      const q = randn([4_000, d]).add(mean);
      const k = randn([4_000, d]).add(mean);
      const scores = q.mul(k).sum(-1); // (4,000)
      const perTerm = scores.var().item() / d;
      console.log(
        `mean ${mean}, d ${String(d).padStart(3)}:`,
        `scores spread by ${scores.std().item().toFixed(1)},`,
        `variance ${perTerm.toFixed(1)} d`,
      );
    });
  }
}
