import { Adam, Linear, NoamLR } from "@saccade/nn";

const optimizer = new Adam(new Linear(2, 2), {
  lr: 1,
  betas: [0.9, 0.98],
  eps: 1e-9,
});
const schedule = new NoamLR(optimizer, {
  dModel: 512,
  warmupSteps: 4000,
});
for (let step = 1; step <= 16_000; step++) {
  if ([1, 1000, 4000, 16_000].includes(step))
    console.log(`step ${step}: ${optimizer.lr.toExponential(2)}`);
  schedule.step();
}
