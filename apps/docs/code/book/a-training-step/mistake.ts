import { batches } from "@saccade/datasets";
import { crossEntropy, Linear, SGD } from "@saccade/nn";
import { cat, manualSeed, ones, randn, zeros } from "@saccade/tensor";

// 200 points of class 0, then 200 of class 1, as a file may have them.
manualSeed(0);
const x = cat([randn([200, 2]).sub(0.5), randn([200, 2]).add(0.5)]);
const y = cat([zeros([200]), ones([200])]).to("int32");
for (const shuffle of [false, true]) {
  manualSeed(1);
  const net = new Linear(2, 2);
  const optimizer = new SGD(net, { lr: 0.5 });
  const data = batches({ tensors: { x, y }, batchSize: 10, shuffle });
  for (let epoch = 0; epoch < 5; epoch++) {
    for (const batch of data) {
      optimizer.step(() => crossEntropy(net.forward(batch.x), batch.y));
    }
  }
  const isRight = net.forward(x).argmax(-1).eq(y).to("float32");
  const [zero, one] = isRight.reshape([2, 200]).mean(1).toArray(1);
  const name = shuffle ? "shuffled" : "in order";
  const shares = [zero!, one!].map((share) => share.toFixed(2));
  console.log(`${name}: right in class 0, 1: ${shares.join(", ")}`);
}
