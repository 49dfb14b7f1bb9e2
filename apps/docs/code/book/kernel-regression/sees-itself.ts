import { leaveOneOut, NadarayaWatson } from "@saccade/attention";
import { sinTruth } from "@saccade/datasets";
import { mseLoss, SGD } from "@saccade/nn";
import { arange, type Tensor, tensor } from "@saccade/tensor";

const x = tensor([
  0.02, 0.21, 0.28, 0.47, 0.74, 0.85, 1.13, 1.48, 1.6, 1.7, 1.72, 2.02,
  2.42, 2.49, 2.5, 2.54, 2.55, 2.58, 2.67, 3.45, 3.76, 4.54, 4.7, 4.72,
]); // (24) keys
const y = tensor([
  -0.6, 0.57, 0.41, 1.57, 1.45, 2.39, 2.6, 2.86, 3.23, 2.71, 2.37, 3.8,
  2.85, 3, 3.15, 3.75, 3.36, 3.19, 3.15, 1.83, 0.98, 1.6, 0.97, 2.03,
]); // (24) values
const queries = arange(0, 5, 0.1); // (50)

function train(name: string, keys: Tensor, values: Tensor): void {
  const net = new NadarayaWatson();
  net.loadStateDict({ w: tensor([1]) });
  const optimizer = new SGD(net, { lr: 1 });
  const steps = 300;
  for (let i = 1; i < steps; i++) {
    optimizer.step(() =>
      mseLoss(net.forward(x, keys, values).output, y, {
        reduction: "sum",
      }).div(2),
    );
  }
  const fit = mseLoss(net.forward(x, keys, values).output, y).item();
  const error = mseLoss(
    net.forward(queries, x, y).output,
    sinTruth(queries),
  ).item();
  console.log(
    `${name} width ${(1 / net.w.item()).toFixed(3)}, on the points ` +
      `${fit.toFixed(3)}, on the true curve ${error.toFixed(3)}`,
  );
}

train("all points, itself too:", x, y); // keys (24)
const { keys, values } = leaveOneOut(x, y); // (24, 23)
train("the others only:       ", keys, values);
