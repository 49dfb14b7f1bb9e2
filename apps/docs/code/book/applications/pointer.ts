import { noGrad } from "@saccade/autograd";
import { sortPointersTask } from "@saccade/datasets/tasks";
import { PointerNetwork, pointGreedily } from "@saccade/models";
import { Adam, nllLoss } from "@saccade/nn";
import { fromData, manualSeed, scope, tensor } from "@saccade/tensor";

manualSeed(0);
let state = 1;
const random = (): number => {
  state = (state * 16807) % 2147483647;
  return state / 2147483647;
};
const [length, count] = [4, 16];

// #region train
// an element is one number
const net = new PointerNetwork(1, 16, { numLayers: 1 });
const optimizer = new Adam(net, { lr: 0.01, clipGradNorm: 1 });
for (let step = 1; step <= 120; step++) {
  scope(() => {
    const { values, target } = sortPointersTask({
      length,
      count,
      random,
    });
    const elements = fromData(
      Float32Array.from(values, (value) => value / 100),
      [count, length, 1],
    ); // (b, n, 1)
    // (b, n), positions
    const order = fromData(target, [count, length]);
    // (b, n, n): at each step the log-probability of every position
    const loss = optimizer.step(() =>
      nllLoss(
        net.forward(elements, order).flatten(0, 1),
        order.flatten(),
      ),
    );
    if (step % 60 === 0)
      console.log(`step ${step}: loss ${loss.item().toFixed(3)}`);
  });
}
// #endregion train

noGrad(() => {
  const given = [71, 12, 94, 33];
  const pointed = pointGreedily(
    net,
    tensor([given.map((value) => [value / 100])]),
  );
  const positions = Array.from(pointed.dataSync());
  console.log(
    given.join(" "),
    "→ positions",
    positions.join(" "),
    "→",
    positions.map((i) => given[i]).join(" "),
  );
});
