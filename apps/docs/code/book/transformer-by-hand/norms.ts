import { LayerNorm, RMSNorm } from "@saccade/nn";
import { type Tensor, tensor } from "@saccade/tensor";

const row = tensor([3, 1, -1, 5]);

// #region norms
function layerNorm(x: Tensor): Tensor {
  const centered = x.sub(x.mean(-1, { keepdim: true }));
  return centered.div(
    centered.square().mean(-1, { keepdim: true }).add(1e-5).sqrt(),
  );
}

function rmsNorm(x: Tensor): Tensor {
  return x.div(x.square().mean(-1, { keepdim: true }).add(1e-5).sqrt());
}
// #endregion norms

const show = (x: Tensor): string =>
  (x.toArray() as number[]).map((value) => value.toFixed(3)).join("  ");
console.log("layer norm", show(layerNorm(row)));
console.log("RMS norm  ", show(rmsNorm(row)));
const apart = [
  new LayerNorm(4).forward(row).sub(layerNorm(row)),
  new RMSNorm(4, { eps: 1e-5 }).forward(row).sub(rmsNorm(row)),
].map((difference) => difference.abs().max().item());
console.log("as the modules compute it:", Math.max(...apart) < 1e-6);
