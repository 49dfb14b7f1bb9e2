import { noGrad } from "@saccade/autograd";
import {
  BahdanauDecoder,
  BidirectionalEncoder,
  LuongDecoder,
} from "@saccade/models";
import { manualSeed, type Tensor, tensor } from "@saccade/tensor";

manualSeed(0);
const source = tensor([[4, 5, 6, 7]], { dtype: "int32" }); // (1, 4)
const lengths = tensor([4], { dtype: "int32" });
const encoder = new BidirectionalEncoder(20, 8, 8, 1).eval();
const bahdanau = new BahdanauDecoder(20, 8, 8, 1).eval();
const luong = new LuongDecoder(20, 8, 8, 1, {
  score: "general",
}).eval();

const encoded = noGrad(() => encoder.forward(source, lengths));
const started = noGrad(() => ({
  bahdanau: bahdanau.initState(encoded, lengths),
  luong: luong.initState(encoded, lengths),
}));
const show = (weights: Tensor): string =>
  (weights.flatten().toArray() as number[])
    .map((x) => x.toFixed(4))
    .join("  "); // (4)
for (const word of [3, 9]) {
  const fed = tensor([[word]], { dtype: "int32" }); // the word before
  console.log(`after word ${word}`);
  console.log(
    "  Bahdanau",
    show(noGrad(() => bahdanau.forward(fed, started.bahdanau).weights)),
  );
  console.log(
    "  Luong   ",
    show(noGrad(() => luong.forward(fed, started.luong).weights)),
  );
}
