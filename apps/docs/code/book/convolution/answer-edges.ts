import { Conv1d } from "@saccade/nn";
import { eye, tensor } from "@saccade/tensor";

const kernel = new Conv1d(1, 1, 3, { padding: 1, bias: false });
kernel.loadStateDict({ weight: tensor([[[0.25, 0.5, 0.25]]]) });
// Column j of a matrix is its product with the j-th unit vector.
const units = eye(5).unsqueeze(1); // (b, channels, n)
const columns = kernel.forward(units).squeeze(1); // (5, 5)
for (const row of columns.t().toArray(2))
  console.log(
    row.map((value) => value.toFixed(2)).join("  "),
    "  sum",
    row.reduce((a, b) => a + b).toFixed(2),
  );
