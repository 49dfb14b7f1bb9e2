import { clipGradNorm, Linear, mseLoss, SGD } from "@saccade/nn";
import { manualSeed, randn, scope, type Tensor } from "@saccade/tensor";

manualSeed(0);
const [x, y] = [randn([8, 3]), randn([8, 1])];
const net = new Linear(3, 1);
const same = new Linear(3, 1);
same.loadStateDict(net.stateDict());

const optimizer = new SGD(net, { lr: 0.1 });
const parts = 4;

/** The loss of the i-th part of the batch, with its share. */
function loss(i: number): Tensor {
  const rows = { start: 2 * i, stop: 2 * i + 2 };
  const predicted = net.forward(x.slice(0, rows));
  return mseLoss(predicted, y.slice(0, rows)).div(parts);
}

type Gradient = Tensor | null; // null: the loss never met it
const add = (a: Gradient, b: Gradient): Gradient =>
  a && b ? a.add(b) : (a ?? b);

// scope frees the gradients at the end
scope(() => {
  let sum: Gradient[] = optimizer.gradients(() => loss(0)).grads;
  for (let i = 1; i < parts; i++) {
    const { grads } = optimizer.gradients(() => loss(i));
    sum = sum.map((total, n) => add(total, grads[n] ?? null));
  }
  const { grads, norm } = clipGradNorm(sum, 1);
  optimizer.update(grads);
  console.log("norm before clipping", norm.item().toFixed(4));
});

// the same as one step on the whole batch
const whole = new SGD(same, { lr: 0.1, clipGradNorm: 1 });
whole.step(() => mseLoss(same.forward(x), y));
const difference = net.weight.sub(same.weight).abs().max();
console.log("difference", difference.item().toFixed(6));
