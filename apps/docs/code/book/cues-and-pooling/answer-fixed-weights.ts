import { DotScoring } from "@saccade/attention";
import { Linear } from "@saccade/nn";
import { manualSeed, randn } from "@saccade/tensor";

manualSeed(0);
const layer = new Linear(3, 1, { bias: false }); // mixes three inputs
const attention = new DotScoring(2); // mixes three values
const query = randn([1, 2]);
for (const sample of [1, 2]) {
  const keys = randn([3, 2]);
  const values = randn([3, 1]);
  const { weights } = attention.forward(query, keys, values);
  console.log(
    `sample ${sample}: layer ${String(layer.weight)}, attention ` +
      `${String(weights)}`,
  );
}
