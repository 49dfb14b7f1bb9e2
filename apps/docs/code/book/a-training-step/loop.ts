import { noGrad } from "@saccade/autograd";
import { batches } from "@saccade/datasets";
import { Linear, mseLoss, SGD } from "@saccade/nn";
import { manualSeed, rand, randn } from "@saccade/tensor";

manualSeed(0);
const x = rand([256, 1]).mul(2);
const y = x
  .mul(1.5)
  .sub(0.5)
  .add(randn([256, 1]).mul(0.2));
const tensors = { x, y };

// #region loop
const data = batches({ tensors, batchSize: 16, shuffle: true });
const net = new Linear(1, 1);
const optimizer = new SGD(net, { lr: 0.1 });
for (let epoch = 1; epoch <= 8; epoch++) {
  for (const batch of data) {
    optimizer.step(() => mseLoss(net.forward(batch.x), batch.y));
  }
  const loss = noGrad(() => mseLoss(net.forward(x), y));
  console.log(`epoch ${epoch}: ${loss.item().toFixed(4)}`);
}
// #endregion loop
const [w, b] = [net.weight.item(), net.bias!.item()];
console.log(`w ${w.toFixed(3)}, b ${b.toFixed(3)}`);
