import {
  AdditiveScoring,
  BilinearScoring,
  ConcatScoring,
  CosineScoring,
  DotScoring,
  GaussianScoring,
  LocationScoring,
  PerceptronScoring,
  ScaledDotScoring,
} from "@saccade/attention";
import { manualSeed, randn } from "@saccade/tensor";

manualSeed(0);
const queries = randn([2, 8]); // (n, d)
const keys = randn([5, 8]); // (m, d)
const values = randn([5, 3]); // (m, dv)

for (const scoring of [
  new DotScoring(8),
  new ScaledDotScoring(8),
  new CosineScoring(8),
  new GaussianScoring(8),
  new BilinearScoring(8, 8),
  new AdditiveScoring(8, 8, 16),
  new ConcatScoring(8, 8, 16),
  new PerceptronScoring(8, 8, 16),
  new LocationScoring(8, 10),
]) {
  // one interface for all
  const { output, weights } = scoring.forward(queries, keys, values);
  let learned = 0;
  for (const parameter of scoring.parameters())
    learned += parameter.numel;
  console.log(
    `${scoring.constructor.name.padEnd(18)} learned numbers ` +
      `${String(learned).padStart(3)}, ` +
      `weights (${weights.shape}), output (${output.shape})`,
  );
}
