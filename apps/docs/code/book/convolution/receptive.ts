import { valueAndGrad } from "@saccade/autograd";
import { Conv2d } from "@saccade/nn";
import { manualSeed, randn, scope } from "@saccade/tensor";

// Pixels on which the output at the centre of 16 × 16 depends: those
// with a gradient.
manualSeed(0);
const image = randn([1, 1, 16, 16]); // (b, channels, rows, columns)
for (const layers of [1, 2, 3, 5, 8]) {
  scope(() => {
    const net = Array.from(
      { length: layers },
      (_, i) => new Conv2d(i === 0 ? 1 : 4, 4, 3, { padding: 1 }),
    );
    const centre = () => {
      const features = net.reduce(
        (x, layer) => layer.forward(x).tanh(),
        image,
      ); // (1, 4, 16, 16)
      return features.select(3, 8).select(2, 8).square().sum();
    };
    const { grads } = valueAndGrad(centre, image);
    const size = grads.abs().flatten();
    const near =
      grads.abs().narrow(2, 6, 5).narrow(3, 6, 5).sum().item() /
      size.sum().item();
    const seen = size.gt(0).to("float32").sum().item();
    console.log(
      `${layers} layers: ${seen} of 256 pixels; ` +
        `${Math.round(100 * near)} % of the gradient within 2 pixels`,
    );
  });
}
