import { valueAndGrad } from "@saccade/autograd";
import {
  TransformerEncoder,
  TransformerEncoderLayer,
} from "@saccade/models";
import { LayerNorm } from "@saccade/nn";
import { manualSeed, randn } from "@saccade/tensor";

/** The size of the gradient in the last layer of an untrained stack. */
function gradientSize(
  layers: number,
  normFirst: boolean,
  seed: number,
): number {
  manualSeed(seed);
  const options = {
    dimFeedforward: 32,
    dropout: 0,
    batchFirst: true,
    normFirst,
  };
  // after the last layer
  const norm = normFirst ? new LayerNorm(16) : null;
  const stack = new TransformerEncoder(
    () => new TransformerEncoderLayer(16, 2, options),
    layers,
    { norm },
  );
  const [x, goal] = [randn([4, 6, 16]), randn([4, 6, 16])]; // (b, n, d)
  const last = stack.layers[layers - 1]!.linear2.weight;
  const { grads } = valueAndGrad(
    () => stack.forward(x).mul(goal).sum(),
    [last],
  );
  return grads[0]!.square().sum().sqrt().item();
}

const seeds = [0, 1, 2, 3];
for (const normFirst of [false, true]) {
  const sizes = [2, 8, 24].map((layers) => {
    const mean =
      seeds.reduce(
        (sum, seed) => sum + gradientSize(layers, normFirst, seed),
        0,
      ) / seeds.length;
    return `${layers} layers ${mean.toFixed(0)}`;
  });
  console.log(
    `${normFirst ? "norm first" : "norm last "}: ${sizes.join(", ")}`,
  );
}
