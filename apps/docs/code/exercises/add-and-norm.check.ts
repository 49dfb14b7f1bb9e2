import { LayerNorm } from "@saccade/nn";
import { manualSeed, randn, type Tensor, zeros } from "@saccade/tensor";
import { addAndNorm } from "./add-and-norm.ts";

manualSeed(3);
const [x, result] = [randn([4, 6]).mul(3).add(1), randn([4, 6])];
const apart = (a: Tensor, b: Tensor): number =>
  a.sub(b).abs().max().item();
const found = addAndNorm(x, result);
const means = found.mean(-1).abs().max().item();
if (means > 1e-4)
  throw new Error(
    `A row has the mean ${means.toFixed(3)}, not 0: subtract each row's mean (over the last dim, keepdim: true).`,
  );
const variance = found.square().mean(-1).sub(1).abs().max().item();
if (variance > 1e-3)
  throw new Error(
    `A row's variance is ${variance.toFixed(3)} away from 1: divide by the root of the mean square of the centered row.`,
  );
if (apart(found, new LayerNorm(6).forward(result)) < 1e-3)
  throw new Error(
    "Only the result is normalized: add it to x first. That sum is the residual.",
  );
if (apart(found, new LayerNorm(6).forward(x.add(result))) > 1e-4)
  throw new Error(
    "The sum comes first, then the norm: Norm(x + result).",
  );
if (
  !Number.isFinite(
    addAndNorm(zeros([1, 6]), zeros([1, 6]))
      .abs()
      .max()
      .item(),
  )
)
  throw new Error(
    "A row of equal numbers divides by 0: add 1e-5 to the variance before the root.",
  );
console.log(
  "Right: the residual is added, and rows are normalized as LayerNorm does it.",
);
