import { nadarayaWatson } from "@saccade/attention";
import { tensor } from "@saccade/tensor";

const keys = tensor([0, 1, 3]); // (3)
const values = tensor([10, 20, 60]); // (3)
for (const bandwidth of [0.05, 0.5, 5, 50]) {
  const { output, weights } = nadarayaWatson(
    tensor([0.6]),
    keys,
    values,
    { bandwidth },
  );
  console.log(
    `width ${bandwidth}: ${String(weights.select(0, 0))}, output ` +
      `${output.item().toFixed(2)}`,
  );
}
