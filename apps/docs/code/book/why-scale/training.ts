import { attend } from "@saccade/attention";
import { Linear, mseLoss, SGD } from "@saccade/nn";
import { manualSeed, randn } from "@saccade/tensor";

/**
 * Learns a projection of queries so that each finds its key; returns
 * the loss before and after 100 steps.
 */
function train(d: number, seed: number, divisor: number): string {
  manualSeed(seed);
  const keys = randn([8, d]); // (8, d)
  const values = randn([8, 4]); // (8, 4)
  // (8, d), the keys in other coordinates
  const asked = keys.matmul(randn([d, d]).div(Math.sqrt(d)));
  const projection = new Linear(d, d, { bias: false });
  projection.loadStateDict({ weight: randn([d, d]).div(Math.sqrt(d)) });

  const optimizer = new SGD(projection, { lr: 0.1 });
  const losses = Array.from({ length: 100 }, () =>
    optimizer
      .step(() => {
        const scores = projection
          .forward(asked)
          .matmul(keys.transpose(-2, -1))
          .div(divisor); // (8, 8)
        return mseLoss(attend(scores, values).output, values);
      })
      .item(),
  );
  return `${losses[0]!.toFixed(3)} → ${losses[99]!.toFixed(3)}`;
}

for (const d of [16, 64, 128]) {
  for (const seed of [0, 1]) {
    const [none, root, whole] = [1, Math.sqrt(d), d].map((divisor) =>
      train(d, seed, divisor),
    );
    console.log(
      `d ${String(d).padStart(3)}: q·k ${none}   ` +
        `q·k / √d ${root}   q·k / d ${whole}`,
    );
  }
}
