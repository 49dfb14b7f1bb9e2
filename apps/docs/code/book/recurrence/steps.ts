import { RNN } from "@saccade/nn";
import { rnnStep } from "@saccade/nn/definitions";
import { manualSeed, randn, type Tensor, zeros } from "@saccade/tensor";

manualSeed(0);
const rnn = new RNN(4, 3); // 4 numbers in at each step, a state of 3
const x = randn([5, 1, 4]); // (steps, batch, inputs)

// #region steps
const weights = {
  ih: rnn.weight_ih_l0!,
  hh: rnn.weight_hh_l0!,
  biasIh: rnn.bias_ih_l0!,
  biasHh: rnn.bias_hh_l0!,
};
let h = zeros([1, 3]); // nothing read yet
for (const xt of x.unbind(0)) h = rnnStep(xt, h, weights);
// #endregion steps

const show = (state: Tensor): string =>
  (state.flatten().toArray() as number[])
    .map((v) => v.toFixed(4))
    .join("  ");
console.log("loop:", show(h));
console.log("RNN: ", show(rnn.forward(x).hn));
