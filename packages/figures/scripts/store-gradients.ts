// Writes src/gradient-over-distance/measured.json:
//   node --import tsx --conditions=@saccade/source packages/figures/scripts/store-gradients.ts
import { writeFileSync } from "node:fs";
import { MultiheadAttention } from "@saccade/attention";
import { grad } from "@saccade/autograd";
import { GRU, LSTM, RNN } from "@saccade/nn";
import { cat, eye, full, manualSeed, randn, scope, type Tensor, zeros } from "@saccade/tensor";

const [reach, width, biases] = [50, 16, [0, 1, 2, 3, 4, 5, 6, 7, 8]];

// Drawn as in apps/docs/code/book/recurrence/distance.ts.
manualSeed(0);
const x = randn([reach + 1, 1, width]); // (steps, batch, inputs)
const rnn = new RNN(width, width);
const gru = new GRU(width, width);
const lstm = new LSTM(width, width);
const attention = new MultiheadAttention(width, 1);

/** Norms of the gradient of the last state with respect to the input 0, 1, … steps before, with four digits. */
function norms(last: (x: Tensor) => Tensor): string {
  return scope(() => {
    // A copy of the sequence for each number of the state.
    const copies = x.expand([reach + 1, width, width]);
    const slopes = grad((x: Tensor) => last(x).mul(eye(width)).sum())(copies); // (steps, width, width)
    const found = Array.from(slopes.norm({ dim: [1, 2] }).dataSync()).reverse();
    return `[${found.map((norm) => Number(norm.toPrecision(4))).join(",")}]`;
  });
}

/** The norms for each bias that is added to the gate that keeps the state: z of a GRU, f of an LSTM, the second in both. */
function byBias(net: GRU | LSTM): string {
  const start = net.stateDict()["bias_hh_l0"]!.clone();
  const rows = biases.map((bias) => {
    const more = cat([zeros([width]), full([width], bias), zeros([start.numel - 2 * width])]);
    net.loadStateDict({ ...net.stateDict(), bias_hh_l0: start.add(more) });
    return norms((x) => net.forward(x).hn);
  });
  return `[${rows.join(",\n")}]`;
}

// The second two: for 0, 1, …, 8 added to the bias of the gate that keeps the state.
const text = `{"RNN":${norms((x) => rnn.forward(x).hn)},
"attention":${norms((x) => attention.forward(x.narrow(0, reach, 1), x, x).output)},
"GRU":${byBias(gru)},
"LSTM":${byBias(lstm)}}
`;
writeFileSync(new URL("../src/gradient-over-distance/measured.json", import.meta.url), text);
