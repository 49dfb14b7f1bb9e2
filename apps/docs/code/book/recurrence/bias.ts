import { grad } from "@saccade/autograd";
import { GRU, LSTM, RNN } from "@saccade/nn";
import {
  cat,
  eye,
  full,
  manualSeed,
  randn,
  type Tensor,
  zeros,
} from "@saccade/tensor";

manualSeed(0);
const x = randn([51, 1, 16]);
new RNN(16, 16); // draws what the first measurement drew
const gru = new GRU(16, 16);
const lstm = new LSTM(16, 16);

function norms(last: (x: Tensor) => Tensor): number[] {
  const copies = x.expand([51, 16, 16]);
  const f = (x: Tensor) => last(x).mul(eye(16)).sum();
  const slopes = grad(f)(copies);
  return (slopes.norm({ dim: [1, 2] }).toArray() as number[]).reverse();
}

// #region bias
// The gate that keeps the state is the second: z, or f.
function raise(net: GRU | LSTM, bias: number): void {
  const old = net.stateDict();
  const rest = old["bias_hh_l0"]!.numel - 32;
  const more = cat([zeros([16]), full([16], bias), zeros([rest])]);
  net.loadStateDict({
    ...old,
    bias_hh_l0: old["bias_hh_l0"]!.add(more),
  });
}
// #endregion bias

console.log("bias  GRU: 1 back  50 back  LSTM: 1 back  50 back");
for (const bias of [0, 2, 4, 6, 8]) {
  const g = norms((x) => gru.forward(x).hn);
  const l = norms((x) => lstm.forward(x).hn);
  const row = [g[1]!, g[50]!, l[1]!, l[50]!].map((norm, i) =>
    norm.toExponential(1).padStart([11, 8, 13, 8][i]!),
  );
  console.log(String(bias).padStart(4), ...row);
  for (const net of [gru, lstm]) raise(net, 2);
}
