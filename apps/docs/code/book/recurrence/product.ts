import { jacobian } from "@saccade/autograd";
import { RNN } from "@saccade/nn";
import { eye, manualSeed, randn } from "@saccade/tensor";

manualSeed(0);
const rnn = new RNN(16, 16);
const x = randn([21, 1, 16]); // (steps, batch, inputs)
// h₁ … h₂₁, (1, 16) each
const states = rnn.forward(x).output.unbind(0);

// #region product
const wh = rnn.weight_hh_l0!.t(); // W_h, for rows
let product = eye(16); // ∂h₂₁ / ∂h₂₁
for (let back = 1; back <= 20; back++) {
  const h = states[21 - back]!;
  const factor = wh.mul(h.square().neg().add(1)); // W_h diag(1 − h²)
  product = factor.matmul(product);
  if (![1, 2, 5, 10, 20].includes(back)) continue;
  // The same from autograd: h₂₁ as a function of an earlier h.
  const rest = x.narrow(0, 21 - back, back);
  const before = states[20 - back]!.unsqueeze(0); // (1, 1, 16)
  const all = jacobian((h0) => rnn.forward(rest, h0).hn, before);
  console.log(
    `${back} back:`.padEnd(9),
    product.norm().item().toExponential(2),
    all.norm().item().toExponential(2),
  );
}
// #endregion product
