import { averagePooling, nadarayaWatson } from "@saccade/attention";
import { sinTruth } from "@saccade/datasets";
import { arange, type Tensor, tensor } from "@saccade/tensor";

// Noisy points of 2 sin x + x^0.8.
const x = tensor([
  0.02, 0.21, 0.28, 0.47, 0.74, 0.85, 1.13, 1.48, 1.6, 1.7, 1.72, 2.02,
  2.42, 2.49, 2.5, 2.54, 2.55, 2.58, 2.67, 3.45, 3.76, 4.54, 4.7, 4.72,
]); // (24) keys
const y = tensor([
  -0.6, 0.57, 0.41, 1.57, 1.45, 2.39, 2.6, 2.86, 3.23, 2.71, 2.37, 3.8,
  2.85, 3, 3.15, 3.75, 3.36, 3.19, 3.15, 1.83, 0.98, 1.6, 0.97, 2.03,
]); // (24) values

const queries = arange(0, 5, 0.1); // (50)
const truth = sinTruth(queries); // (50)
const error = (output: Tensor): string =>
  output.sub(truth).square().mean().item().toFixed(3);

console.log(
  "average".padEnd(18),
  error(averagePooling(queries, y).output),
);
for (const bandwidth of [2, 1, 0.3, 0.05]) {
  const { output } = nadarayaWatson(queries, x, y, { bandwidth });
  console.log(`kernel, width ${bandwidth}`.padEnd(18), error(output));
}
