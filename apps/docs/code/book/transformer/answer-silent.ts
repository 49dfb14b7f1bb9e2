import { TransformerEncoderLayer } from "@saccade/models";
import { manualSeed, randn } from "@saccade/tensor";

manualSeed(0);
const x = randn([1, 3, 8]); // (b, n, d)
for (const normFirst of [true, false]) {
  const layer = new TransformerEncoderLayer(8, 2, {
    dimFeedforward: 16,
    batchFirst: true,
    normFirst,
  }).eval();
  // zeros in the last matrix of each sublayer
  const state = { ...layer.stateDict() };
  for (const name of Object.keys(state))
    if (/^(self_attn\.out_proj|linear2)\./.test(name))
      state[name] = state[name]!.mul(0);
  layer.loadStateDict(state);
  const y = layer.forward(x);
  const same = (other: typeof x): boolean =>
    y.sub(other).abs().max().item() < 1e-4;
  console.log(
    normFirst ? "norm first:" : "norm last: ",
    `y is x: ${same(x)}, y is Norm(x): ${same(layer.norm1.forward(x))}`,
  );
}
