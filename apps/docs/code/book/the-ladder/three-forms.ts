import {
  chunkedMemory,
  parallelMemory,
  recurrentMemory,
  unitRows,
} from "@saccade/attention/definitions/ladder";
import { manualSeed, randn } from "@saccade/tensor";

manualSeed(0);
const [q, k] = [unitRows(randn([100, 8])), unitRows(randn([100, 8]))];
const v = randn([100, 8]);
const g = randn([100]).softplus().neg(); // logarithms of decays
const beta = randn([100]).sigmoid(); // the delta rule's step
for (const terms of [{}, { g }, { beta }, { g, beta }]) {
  const { output } = recurrentMemory(q, k, v, terms);
  const gaps = [parallelMemory, chunkedMemory(16)].map((form) => {
    const other = form(q, k, v, terms).output;
    return other.sub(output).abs().max().item().toFixed(5);
  });
  const name = Object.keys(terms).join(", ") || "neither g nor beta";
  console.log(
    name.padEnd(18),
    "all at once, in chunks:",
    gaps.join(" "),
  );
}
