import { Linear } from "@saccade/nn";

for (const d of [64, 512]) {
  const count = (bias: boolean): number =>
    new Linear(d, 3 * d, { bias })
      .parameters()
      .reduce((sum, p) => sum + p.numel, 0);
  const [without, biased] = [count(false), count(true)];
  const share = (100 * (biased - without)) / biased;
  console.log(
    `d = ${d}: ${biased} with bias, ${without} without; biases are ` +
      `${share.toFixed(2)} %`,
  );
}
