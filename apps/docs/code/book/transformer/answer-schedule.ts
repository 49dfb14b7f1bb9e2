const [d, warmup] = [512, 4000];
const rate = (step: number): number =>
  d ** -0.5 * Math.min(step ** -0.5, step * warmup ** -1.5);
for (const step of [2000, 4000, 16_000])
  console.log(
    `step ${step}: ${rate(step).toExponential(3)}, ` +
      `${(rate(step) / rate(warmup)).toFixed(2)} of the peak`,
  );
