import { Conv2d, linear } from "@saccade/nn";
import {
  arange,
  manualSeed,
  randn,
  type Tensor,
} from "@saccade/tensor";
import { patches } from "./cut-patches.ts";

const apart = (x: Tensor, y: Tensor): number =>
  x.sub(y).abs().max().item();
const read = (x: Tensor): number[] => x.flatten().toArray(1);

const small = arange(16).reshape([1, 1, 4, 4]);
const found = patches(small, 2);
if (found.shape.join() !== "1,4,4")
  throw new Error(
    `An image of 4 × 4 pixels has four patches of 2 × 2, each a row of four numbers: shape (1, 4, 4), not (${found.shape.join(", ")}).`,
  );
const first = read(found.select(1, 0));
if (first.join() !== "0,1,4,5")
  throw new Error(
    `Of the pixels 0 to 15, row by row, the first patch of 2 × 2 holds 0, 1, 4, 5. Yours holds ${first.join(", ")}: reshape alone keeps the order of the pixels, so split rows and columns first, then move the dims.`,
  );
const second = read(found.select(1, 1));
if (second.join() !== "2,3,6,7")
  throw new Error(
    `The second patch is the one to the right, with the pixels 2, 3, 6, 7. Yours holds ${second.join(", ")}: patches go row by row.`,
  );

manualSeed(1);
const [size, width] = [2, 5];
const images = randn([3, 2, 4, 6]); // two channels, not square
const conv = new Conv2d(2, width, size, { stride: size });
const tokens = conv.forward(images).flatten(2).transpose(1, 2);
const cut = patches(images, size);
if (cut.shape.join() !== "3,6,8")
  throw new Error(
    `Three images of 2 channels and 4 × 6 pixels have six patches of 8 numbers each: shape (3, 6, 8), not (${cut.shape.join(", ")}).`,
  );
if (
  !(
    apart(linear(cut, conv.weight.flatten(1), conv.bias), tokens) < 1e-5
  )
)
  throw new Error(
    "One channel is right, two are not: a patch holds all of channel 0 first, then all of channel 1, so c comes before the two dims of the patch's pixels.",
  );
console.log(
  "Right: a linear layer on these patches is a convolution whose stride is as long as its kernel.",
);
