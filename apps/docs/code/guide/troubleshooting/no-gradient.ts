import { Linear, mseLoss, SGD } from "@saccade/nn";
import { randn } from "@saccade/tensor";

const net = new Linear(2, 1);
const optimizer = new SGD(net, { lr: 0.1 });
const [x, y] = [randn([8, 2]), randn([8, 1])];
// outside of the step: nothing records it
const prediction = net.forward(x);
try {
  optimizer.step(() => mseLoss(prediction, y));
} catch (error) {
  console.log(String(error));
}
console.log(optimizer.step(() => mseLoss(net.forward(x), y)).shape);
