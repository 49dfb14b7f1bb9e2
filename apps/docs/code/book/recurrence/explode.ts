import { grad } from "@saccade/autograd";
import { RNN } from "@saccade/nn";
import { manualSeed, randn, type Tensor } from "@saccade/tensor";

manualSeed(0);
const rnn = new RNN(16, 16, { bias: false });
const start = rnn.stateDict();
const hh = start["weight_hh_l0"]!.clone();
const x = randn([51, 1, 16]).mul(0.01); // small: tanh stays linear

// #region explode
const loss = (x: Tensor) => rnn.forward(x).hn.sum();
for (const times of [1, 1.5, 2]) {
  rnn.loadStateDict({ ...start, weight_hh_l0: hh.mul(times) });
  const norms = grad(loss)(x).norm({ dim: [1, 2] }); // (51)
  const far = norms.select(0, 0).item(); // 50 steps back
  console.log(`W_h × ${times}:`.padEnd(10), far.toExponential(1));
}
// #endregion explode
