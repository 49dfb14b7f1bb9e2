import { DotScoring } from "@saccade/attention";
import { manualSeed, randn, tensor } from "@saccade/tensor";

manualSeed(0);
const keys = tensor([
  [3, 0, 0, 0],
  [1, 3, 0, 0],
  [0.5, 2.6, 0, 0],
  [0.3, 0, 3, 0],
  [0.4, 0, 1.6, 1.4],
  [0.8, 0, 0, 3],
]); // (6, 4), as above
// (6, 1), 1 for food: the output is the weight on food
const values = tensor([[0], [1], [1], [0], [0], [0]]);

const volitional = tensor([[0, 1, 0, 0]]); // (1, 4): something to eat
// a query that has nothing to do with the task
const random = randn([1000, 4]);
const attention = new DotScoring(4);
console.log(
  "volitional cue:",
  attention.forward(volitional, keys, values).output.item().toFixed(3),
);
console.log(
  "random cues:   ",
  attention
    .forward(random, keys, values)
    .output.mean()
    .item()
    .toFixed(3),
);
console.log("no cue:        ", values.mean().item().toFixed(3));
