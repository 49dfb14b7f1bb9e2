import { Conv2d, linear } from "@saccade/nn";
import { manualSeed, randn, type Tensor } from "@saccade/tensor";

manualSeed(0);
const [b, c, side, patch, d] = [2, 3, 12, 4, 8];
const grid = side / patch;
const images = randn([b, c, side, side]);
const conv = new Conv2d(c, d, patch, { stride: patch });

// #region conv
const map = conv.forward(images); // (b, d, 3, 3)
const tokens = map.flatten(2).transpose(1, 2); // (b, 9, d)
// #endregion conv

// #region cut
/** (b, c, h, w) → (b, patches, numbers of a patch) */
function cut(images: Tensor): Tensor {
  return images
    .reshape([b, c, grid, patch, grid, patch])
    .permute([0, 2, 4, 1, 3, 5]) // (b, grid, grid, c, patch, patch)
    .reshape([b, grid * grid, c * patch * patch]);
}
const rows = cut(images); // (b, 9, 48)
const weight = conv.weight.flatten(1); // (d, 48)
const same = linear(rows, weight, conv.bias); // (b, 9, d)
// #endregion cut

console.log("patches", rows.shape, "tokens", tokens.shape);
const apart = same.sub(tokens).abs().max().item();
console.log("the same numbers:", apart < 1e-5);
