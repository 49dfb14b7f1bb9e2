import { DotScoring } from "@saccade/attention";
import { manualSeed, randn, tensor } from "@saccade/tensor";

manualSeed(1);
const query = randn([1, 4]);
const keys = randn([5, 4]);
const values = randn([5, 3]);
const order = tensor([3, 0, 4, 1, 2], { dtype: "int32" });
const attention = new DotScoring(4);

const before = attention.forward(query, keys, values).output;
const together = attention.forward(
  query,
  keys.indexSelect(0, order),
  values.indexSelect(0, order),
).output;
const keysAlone = attention.forward(
  query,
  keys.indexSelect(0, order),
  values,
).output;
console.log(
  "pairs reordered:    largest change",
  together.sub(before).abs().amax().item().toFixed(6),
);
console.log(
  "keys alone reordered: largest change",
  keysAlone.sub(before).abs().amax().item().toFixed(6),
);
