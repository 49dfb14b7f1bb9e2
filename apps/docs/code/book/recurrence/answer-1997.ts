import { grad } from "@saccade/autograd";
import { type GateWeights, linear } from "@saccade/nn/definitions";
import {
  manualSeed,
  rand,
  randn,
  type Tensor,
  zeros,
} from "@saccade/tensor";

manualSeed(0);
const weight = (...shape: number[]) => rand(shape).sub(0.5).div(2);
const w: GateWeights = { ih: weight(48, 16), hh: weight(48, 16) };

// #region step
/** An LSTM without a forget gate: c only adds. */
function step(x: Tensor, h: Tensor, c: Tensor): [Tensor, Tensor] {
  const gates = linear(x, w.ih).add(linear(h, w.hh));
  const [i, g, o] = gates.chunk(3, -1) as [Tensor, Tensor, Tensor];
  const next = c.add(i.sigmoid().mul(g.tanh()));
  return [o.sigmoid().mul(next.tanh()), next];
}
// #endregion step

function run(x: Tensor): [Tensor, Tensor] {
  let [h, c] = [zeros([1, 16]), zeros([1, 16])];
  for (const xt of x.unbind(0)) [h, c] = step(xt, h, c);
  return [h, c];
}

for (const steps of [10, 50, 400]) {
  const x = randn([steps + 1, 1, 16]);
  const norms = grad((x: Tensor) => run(x)[0].sum())(x).norm({
    dim: [1, 2],
  });
  const size = run(x)[1].abs().mean().item();
  console.log(
    `${steps} steps:`.padEnd(10),
    `gradient ${norms.select(0, 0).item().toExponential(1)}`,
    ` size of c ${size.toFixed(2)}`,
  );
}
