import { averagePooling, DotScoring } from "@saccade/attention";
import { tensor, zeros } from "@saccade/tensor";

const values = tensor([1, 2, 6]); // (3)
// two queries, and neither is looked at
const pooled = averagePooling(zeros([2]), values);
console.log(
  "average pooling",
  pooled.output.toArray(),
  "weights",
  String(pooled.weights.select(0, 0)),
);

const keys = tensor([
  [5, 1],
  [0, 2],
  [-3, 4],
]); // (3, 2)
const nothing = new DotScoring(2).forward(
  zeros([1, 2]),
  keys,
  values.unsqueeze(-1),
); // values (3, 1)
console.log(
  "a query of zeros",
  nothing.output.toArray(),
  "weights",
  String(nothing.weights.select(0, 0)),
);
