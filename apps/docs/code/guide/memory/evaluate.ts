import { noGrad } from "@saccade/autograd";
import { Linear } from "@saccade/nn";
import { manualSeed, memory, randn } from "@saccade/tensor";

manualSeed(0);
const net = new Linear(8, 1).eval();

function evaluate(once: () => number): number {
  const before = memory().tensors;
  let total = 0;
  for (let i = 0; i < 100; i++) total += once();
  console.log(
    `mean ${(total / 100).toFixed(4)}, ` +
      `${memory().tensors - before} tensors left`,
  );
  return total;
}

manualSeed(1);
evaluate(() =>
  net
    .forward(randn([64, 8]))
    .mean()
    .item(),
);
manualSeed(1);
evaluate(() =>
  noGrad(() =>
    net
      .forward(randn([64, 8]))
      .mean()
      .item(),
  ),
);
