import { nadarayaWatson } from "@saccade/attention";
import { tensor } from "@saccade/tensor";

const keys = tensor([0, 0.5, 1, 2]); // (4)
const values = tensor([1, 2, 3, 4]); // (4)
for (const kernel of [
  "gaussian",
  "boxcar",
  "epanechnikov",
  "triangular",
] as const) {
  const near = nadarayaWatson(tensor([0.2]), keys, values, { kernel });
  const far = nadarayaWatson(tensor([9]), keys, values, { kernel });
  console.log(
    kernel.padEnd(12),
    String(near.weights.select(0, 0)),
    "output at 9:",
    far.output.item().toFixed(2),
  );
}
