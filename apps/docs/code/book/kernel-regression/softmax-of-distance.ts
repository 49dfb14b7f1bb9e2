import {
  DotScoring,
  GaussianScoring,
  nadarayaWatson,
} from "@saccade/attention";
import { softmax, tensor } from "@saccade/tensor";

const keys = tensor([0.5, 1, 2, 4]); // (4)
const values = tensor([10, 20, 30, 40]); // (4)
const query = tensor([1.2]); // (1)

const squared = query.sub(keys).square(); // (4)
const kernel = squared.mul(-0.5).exp();
console.log("kernel / sum       ", String(kernel.div(kernel.sum())));
console.log(
  "softmax(−½ u²)     ",
  String(softmax(squared.mul(-0.5), -1)),
);
console.log(
  "nadarayaWatson     ",
  String(nadarayaWatson(query, keys, values).weights.select(0, 0)),
);
// #region dot
// The same for vectors: queries (1, 2), keys (3, 2) on a circle, so
// that all keys are equally long.
const q = tensor([[0.8, 0.6]]);
const k = tensor([
  [1, 0],
  [0.6, 0.8],
  [0, -1],
]);
const v = tensor([[1], [2], [3]]);
console.log(
  "GaussianScoring    ",
  String(new GaussianScoring(2).forward(q, k, v).weights.select(0, 0)),
);
console.log(
  "DotScoring         ",
  String(new DotScoring(2).forward(q, k, v).weights.select(0, 0)),
);
// #endregion dot
