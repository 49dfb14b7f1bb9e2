import { MultiheadAttention } from "@saccade/attention";
import { cat, manualSeed, rand } from "@saccade/tensor";

manualSeed(0);
const x = rand([1, 4, 8]); // (b, n, d)
const own = new MultiheadAttention(8, 2, { batchFirst: true });

// The same module with head 0's rows of W_Q, W_K and W_V for head 1,
// too.
const shared = new MultiheadAttention(8, 2, { batchFirst: true });
// (3 · 8, 8); rows 0–3 of each 8 are head 0's
const rows = own.in_proj_weight!;
const first = [0, 8, 16].map((from) => rows.narrow(0, from, 4));
shared.loadStateDict({
  ...own.stateDict(),
  in_proj_weight: cat(
    first.flatMap((r) => [r, r]),
    0,
  ),
});

for (const [name, attention] of Object.entries({ own, shared })) {
  const { weights } = attention.forward(x, x, x, {
    averageAttnWeights: false,
  }); // (1, 2, 4, 4)
  const [a, b] = [weights.select(1, 0), weights.select(1, 1)];
  console.log(
    `${name} projections: heads differ by ` +
      `${a.sub(b).abs().max().item().toFixed(4)}`,
  );
}
