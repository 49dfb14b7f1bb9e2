import { manualSeed, randn } from "@saccade/tensor";

manualSeed(0);
const queries = 500;
for (const n of [16, 64, 256, 1024]) {
  const rows = randn([queries, n]).toArray(2);
  let changes = 0;
  for (const row of rows) {
    let m = -Infinity;
    for (const s of row) {
      if (s > m) changes++;
      m = Math.max(m, s);
    }
  }
  let harmonic = 0;
  for (let i = 1; i <= n; i++) harmonic += 1 / i;
  console.log(
    `${n} scores: ${(changes / queries).toFixed(1)} maxima, ` +
      `1 + 1/2 + … + 1/n = ${harmonic.toFixed(1)}`,
  );
}
