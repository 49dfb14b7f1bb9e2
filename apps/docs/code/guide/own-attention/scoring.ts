import { causalMask, Scoring } from "@saccade/attention";
import { Linear } from "@saccade/nn";
import { manualSeed, randn, type Tensor } from "@saccade/tensor";

/** Minus the squared distance of a query and a projected key. */
class DistanceScoring extends Scoring {
  project: Linear;
  constructor(querySize: number, keySize: number) {
    super("DistanceScoring", querySize, keySize);
    this.project = new Linear(keySize, querySize);
  }
  // queries (…, lq, querySize), keys (…, lk, keySize)
  protected override compare(queries: Tensor, keys: Tensor): Tensor {
    const q = queries.unsqueeze(-2); // (…, lq, 1, querySize)
    const k = this.project.forward(keys).unsqueeze(-3);
    return q.sub(k).square().sum(-1).neg(); // (…, lq, lk)
  }
}

manualSeed(0);
const scoring = new DistanceScoring(6, 4);
const [queries, keys] = [randn([2, 3, 6]), randn([2, 5, 4])];
console.log(scoring.scores(queries, keys).shape);
// masks, softmax and the weighted mean are the base class's
const values = randn([2, 5, 8]);
const mask = causalMask(3, 5);
const attended = scoring.forward(queries, keys, values, { mask });
console.log(attended.output.shape);
console.log(String(attended.weights.select(0, 0)));
