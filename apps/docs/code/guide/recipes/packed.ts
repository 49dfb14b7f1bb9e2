import { GRU, padSequence } from "@saccade/nn";
import { manualSeed, randn } from "@saccade/tensor";

manualSeed(0);
const [long, short] = [randn([4, 3]), randn([2, 3])];
const gru = new GRU(3, 5, { batchFirst: true });

const x = padSequence([long, short], { batchFirst: true });
// null: the first state is 0
const { output, hn } = gru.forward(x, null, { lengths: [4, 2] });
console.log(x.shape, output.shape, hn.shape);

// After the end of a sequence its output is 0,
const after = output.select(0, 1).slice(0, { start: 2 });
console.log(after.abs().max().item());

// and hn is the state after its own last step.
const alone = gru.forward(short.unsqueeze(0));
console.log(
  hn.select(1, 1).sub(alone.hn.select(1, 0)).abs().max().item(),
);
