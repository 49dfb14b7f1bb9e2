import { LearnedPositions } from "@saccade/attention";
import { TransformerEncoderLayer } from "@saccade/models";
import {
  cat,
  manualSeed,
  randn,
  type Tensor,
  tensor,
} from "@saccade/tensor";

manualSeed(0);
const [n, d] = [9, 16];
const layer = new TransformerEncoderLayer(d, 2, { batchFirst: true });
layer.eval();
const places = new LearnedPositions(1 + n, d);
const first = randn([1, 1, d]); // the class token
const patches = randn([1, n, d]);

const order = tensor([4, 2, 8, 0, 6, 1, 7, 3, 5], { dtype: "int32" });
const shuffled = patches.indexSelect(1, order);
const answer = (patches: Tensor, placed: boolean): Tensor => {
  const x = cat([first, patches], 1);
  return layer.forward(placed ? places.forward(x) : x).select(1, 0);
};
for (const placed of [false, true]) {
  const [a, b] = [answer(patches, placed), answer(shuffled, placed)];
  const change = a.sub(b).abs().max().item();
  console.log(
    placed ? "with positions   " : "without positions",
    change > 1e-5,
  );
}
