import { averagePooling, leaveOneOut, NadarayaWatson, nadarayaWatson } from "@saccade/attention";
import { sinData, sinTestGrid, sinTruth } from "@saccade/datasets";
import { mseLoss, SGD } from "@saccade/nn";
import { diff, scope, type Tensor } from "@saccade/tensor";
import type { Figure } from "../program.ts";

/** Errors to the truth without noise, and how rough the curves are, of the three estimates of kernel regression. */
export function measureKernels(): Figure[] {
  const { xTrain: x, yTrain: y } = sinData({ n: 50, noise: 0.5 });
  const grid = sinTestGrid();
  const net = new NadarayaWatson();
  const optimizer = new SGD(net, { lr: 0.5 });
  // If a point could see itself, the best kernel would be the narrowest: every point would predict itself.
  const { keys, values } = leaveOneOut(x, y); // (n, n − 1)
  for (let epoch = 0; epoch < 5; epoch++)
    optimizer.step(() =>
      mseLoss(net.forward(x, keys, values).output, y, { reduction: "none" })
        .div(2)
        .sum(),
    );
  const average = averagePooling(grid, y).output;
  const gaussian = nadarayaWatson(grid, x, y).output;
  const learned = net.forward(grid, x, y).output;
  const error = (curve: Tensor): number => mseLoss(curve, sinTruth(grid)).item();
  return [
    { name: "kernel regression, error of the average", value: error(average) },
    { name: "kernel regression, error of the Gaussian kernel", value: error(gaussian) },
    { name: "kernel regression, error of the learned kernel", value: error(learned) },
    { name: "kernel regression, roughness of the Gaussian kernel", value: roughness(gaussian) },
    { name: "kernel regression, roughness of the learned kernel", value: roughness(learned) },
  ];
}

/** The mean squared second difference of a curve (n) on an even grid: 0 for a straight line. */
function roughness(y: Tensor): number {
  return scope(() => diff(diff(y)).square().mean().item());
}
