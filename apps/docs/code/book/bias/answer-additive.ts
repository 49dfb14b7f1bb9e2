import { AdditiveScoring, RotaryPositions } from "@saccade/attention";
import { manualSeed, randn, tensor } from "@saccade/tensor";

manualSeed(0);
const [q, k] = [randn([1, 3, 4]), randn([1, 5, 4])];
const b = tensor([0.5, -1, 2, 1]);
const change = (x: typeof q, y: typeof q): string =>
  x.sub(y).abs().max().item().toFixed(4);

const additive = new AdditiveScoring(4, 4, 8);
const weights = (keys: typeof k) =>
  additive.scores(q, keys).softmax(-1); // (1, 3, 5)
console.log("additive:", change(weights(k.add(b)), weights(k)));

const rotary = new RotaryPositions(4);
const turned = (keys: typeof k) =>
  rotary
    .forward(q)
    .matmul(rotary.forward(keys).transpose(-2, -1))
    .div(2)
    .softmax(-1); // (1, 3, 5)
console.log("rotary:  ", change(turned(k.add(b)), turned(k)));
