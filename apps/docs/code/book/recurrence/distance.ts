import { MultiheadAttention } from "@saccade/attention";
import { grad } from "@saccade/autograd";
import { GRU, LSTM, RNN } from "@saccade/nn";
import { eye, manualSeed, randn, type Tensor } from "@saccade/tensor";

// #region measure
manualSeed(0);
const x = randn([51, 1, 16]); // (steps, batch, inputs)
const rnn = new RNN(16, 16);
const gru = new GRU(16, 16);
const lstm = new LSTM(16, 16);
const attention = new MultiheadAttention(16, 1);

/** Norms of ∂h / ∂xₜ for the last state h, last step first. */
function norms(last: (x: Tensor) => Tensor): number[] {
  // 16 copies of the sequence, one for each number of h.
  const copies = x.expand([51, 16, 16]);
  const f = (x: Tensor) => last(x).mul(eye(16)).sum();
  const slopes = grad(f)(copies); // (51, 16, 16)
  return (slopes.norm({ dim: [1, 2] }).toArray() as number[]).reverse();
}

const found = {
  RNN: norms((x) => rnn.forward(x).hn),
  GRU: norms((x) => gru.forward(x).hn),
  LSTM: norms((x) => lstm.forward(x).hn),
  attention: norms((x) => {
    const query = x.narrow(0, 50, 1); // only the last step asks
    return attention.forward(query, x, x).output;
  }),
};
// #endregion measure

const short = (norm: number) => norm.toExponential(1).padStart(9);
const columns = Object.entries(found);
console.log("back", ...columns.map(([name]) => name.padStart(9)));
for (const back of [1, 2, 5, 10, 20, 30, 40, 50])
  console.log(
    String(back).padStart(4),
    ...columns.map(([, norm]) => short(norm[back]!)),
  );
