import {
  AdamW,
  BatchNorm1d,
  functional,
  Linear,
  OneCycleLR,
  ReLU,
  Sequential,
} from "@saccade/nn";
import { manualSeed, randn } from "@saccade/tensor";

manualSeed(0);
const image = functional.conv2d(
  randn([1, 3, 8, 8]),
  randn([4, 3, 3, 3]),
  null,
  { padding: 1 },
);
const larger = functional.interpolate(image, {
  scaleFactor: 2,
  mode: "bilinear",
});
console.log(larger.shape);

const net = new Sequential(
  new Linear(2, 16),
  new BatchNorm1d(16),
  new ReLU(),
  new Linear(16, 1),
);
const optimizer = new AdamW(net, { lr: 0.01 });
const scheduler = new OneCycleLR(optimizer, {
  maxLr: 0.02,
  totalSteps: 100,
});
const x = randn([64, 2]);
const y = x.sum(1, { keepdim: true });
for (let step = 1; step <= 100; step++) {
  // updates running_mean and running_var, too
  optimizer.step(() => functional.mseLoss(net.forward(x), y));
  if (step < 100) scheduler.step();
}
console.log(Object.keys(net.namedBuffers()));
// eval() normalizes by the running statistics
console.log(net.eval().forward(randn([1, 2])).shape);
