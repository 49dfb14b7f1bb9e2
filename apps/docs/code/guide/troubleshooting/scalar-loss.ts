import { Linear, SGD } from "@saccade/nn";
import { randn } from "@saccade/tensor";

const net = new Linear(2, 1);
const optimizer = new SGD(net, { lr: 0.1 });
const [x, y] = [randn([8, 2]), randn([8, 1])];
try {
  optimizer.step(() => net.forward(x).sub(y).square());
} catch (error) {
  console.log(String(error));
}
console.log(
  optimizer.step(() => net.forward(x).sub(y).square().mean()).shape,
);
