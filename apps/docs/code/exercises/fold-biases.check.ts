import { scaledDotProductAttention } from "@saccade/attention";
import { manualSeed, randn, type Tensor } from "@saccade/tensor";
import { foldBiases } from "./fold-biases.ts";

const apart = (a: Tensor, b: Tensor): number =>
  a.sub(b).abs().max().item();

manualSeed(6);
for (const d of [2, 3, 8]) {
  const [wo, bo, bk, bv] = [
    randn([d, d]),
    randn([d]),
    randn([d]),
    randn([d]),
  ];
  const none = bo.mul(0);
  const found = foldBiases(wo, bo, bk, bv);
  if (found.shape.join() !== `${d}`)
    throw new Error(
      `The new bias has the shape (${found.shape.join(", ")}); it must be (${d}).`,
    );
  if (apart(foldBiases(wo, bo, none, none), bo) > 1e-5)
    throw new Error(
      "With zeros for both dropped biases the output's bias must stay as it is.",
    );
  if (apart(foldBiases(wo, bo, bk, none), bo) > 1e-5)
    throw new Error(
      "The bias of the keys changes the new bias. Softmax cancels it, so nothing has to make up for it.",
    );
  const [q, k, v] = [
    randn([1, 4, d]),
    randn([1, 5, d]),
    randn([1, 5, d]),
  ];
  const layer = (keys: Tensor, values: Tensor, bias: Tensor): Tensor =>
    scaledDotProductAttention(q, keys, values)
      .output.matmul(wo.t())
      .add(bias);
  const before = layer(k.add(bk), v.add(bv), bo);
  const off = apart(before, layer(k, v, found));
  if (off > 1e-4)
    throw new Error(
      `With your bias the layer's output is off by ${off.toFixed(3)} (d = ${d}). The bias of the values goes through the ` +
        "output projection: what does wo make of it? Its rows belong to the outputs.",
    );
}
console.log(
  "Right: the layer computes the same without biases on keys and values.",
);
