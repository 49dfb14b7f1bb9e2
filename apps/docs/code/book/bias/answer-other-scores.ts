import { CosineScoring, GaussianScoring } from "@saccade/attention";
import {
  manualSeed,
  randn,
  type Tensor,
  tensor,
} from "@saccade/tensor";

manualSeed(0);
const [q, k] = [randn([1, 3, 4]), randn([1, 5, 4])];
const b = tensor([0.5, -1, 2, 1]);
const change = (x: Tensor, y: Tensor): string =>
  x.sub(y).abs().max().item().toFixed(4);

const gaussian = (queries: Tensor, keys: Tensor): Tensor =>
  new GaussianScoring(4).scores(queries, keys).softmax(-1);
const cosine = (queries: Tensor, keys: Tensor): Tensor =>
  new CosineScoring(4).scores(queries, keys).softmax(-1);
console.log("Gaussian:", change(gaussian(q, k.add(b)), gaussian(q, k)));
console.log("cosine:  ", change(cosine(q, k.add(b)), cosine(q, k)));
console.log(
  "Gaussian, query moved by −b instead:",
  change(gaussian(q, k.add(b)), gaussian(q.sub(b), k)),
);
