import {
  AlibiPositions,
  LearnedPositions,
  MultiheadAttention,
  PositionalEncoding,
  RelativePositions,
  RotaryPositions,
} from "@saccade/attention";
import { manualSeed, randn } from "@saccade/tensor";

manualSeed(0);
const x = randn([1, 6, 8]); // (b, n, d)

// Added to the input, before the layers:
console.log(
  "sines:  ",
  new PositionalEncoding(8).forward(x).shape.join(" × "),
);
console.log(
  "learned:",
  new LearnedPositions(16, 8).forward(x).shape.join(" × "),
);

// Inside the attention, with 2 heads of width 4:
for (const positions of [
  new RotaryPositions(4),
  new RelativePositions(2),
  new AlibiPositions(2),
]) {
  const attention = new MultiheadAttention(8, 2, {
    positions,
    batchFirst: true,
  }).eval();
  console.log(
    `${positions.constructor.name}: ${positions.numParameters()} ` +
      "parameters, output",
    attention.forward(x, x, x).output.shape.join(" × "),
  );
}
