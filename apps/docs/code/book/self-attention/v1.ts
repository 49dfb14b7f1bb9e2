import { scaledDotProductAttention } from "@saccade/attention";
import { ProjectedSelfAttention } from "@saccade/models/seeds";
import { Linear, Module } from "@saccade/nn";
import { manualSeed, rand, type Tensor } from "@saccade/tensor";

// #region class
class SelfAttention extends Module {
  query_proj: Linear;
  key_proj: Linear;
  value_proj: Linear;

  constructor(dim: number) {
    super();
    this.query_proj = new Linear(dim, dim);
    this.key_proj = new Linear(dim, dim);
    this.value_proj = new Linear(dim, dim);
  }

  override forward(x: Tensor): Tensor {
    const q = this.query_proj.forward(x); // (b, n, d)
    const k = this.key_proj.forward(x); // (b, n, d)
    const v = this.value_proj.forward(x); // (b, n, d)
    return scaledDotProductAttention(q, k, v).output; // (b, n, d)
  }
}
// #endregion class

manualSeed(0);
const x = rand([3, 2, 4]); // (b, n, d)
const own = new SelfAttention(4);
const shipped = new ProjectedSelfAttention(4);
// the same names, the same shapes
shipped.loadStateDict(own.stateDict());
const y = own.forward(x);
console.log("output:", y.shape.join(" × "));
console.log(
  "difference:",
  y.sub(shipped.forward(x).output).abs().max().item(),
);
