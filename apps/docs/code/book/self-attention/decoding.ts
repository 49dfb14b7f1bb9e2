import { causalMask } from "@saccade/attention";
import { MaskedSelfAttention } from "@saccade/models/seeds";
import { cat, manualSeed, rand } from "@saccade/tensor";

manualSeed(0);
const attention = new MaskedSelfAttention(4).eval();
const x = rand([1, 3, 4]); // three tokens of an output that grows
const longer = cat([x, rand([1, 1, 4])], 1); // and a fourth

const change = (causal: boolean): number => {
  const before = attention.forward(
    x,
    causal ? causalMask(3) : undefined,
  ).output; // (1, 3, 4)
  const after = attention.forward(
    longer,
    causal ? causalMask(4) : undefined,
  ).output; // (1, 4, 4)
  return after.narrow(1, 0, 3).sub(before).abs().max().item();
};
console.log(
  "change of the first three outputs, without a mask:",
  change(false).toFixed(4),
);
console.log(
  "change of the first three outputs, causal:        ",
  change(true).toFixed(4),
);
