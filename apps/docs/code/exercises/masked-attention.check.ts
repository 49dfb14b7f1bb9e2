import { scaledDotProductAttention } from "@saccade/attention";
import {
  manualSeed,
  ones,
  randn,
  type Tensor,
  tensor,
} from "@saccade/tensor";
import { attention } from "./masked-attention.ts";

manualSeed(1);
const [q, k, v] = [
  randn([3, 16]).mul(2),
  randn([4, 16]),
  randn([4, 5]),
];
const apart = (a: Tensor, b: Tensor): number =>
  a.sub(b).abs().max().item();
const right = (mask: Tensor): Tensor =>
  scaledDotProductAttention(
    q.unsqueeze(0),
    k.unsqueeze(0),
    v.unsqueeze(0),
    { mask },
  ).output.squeeze(0);

const all = ones([3, 4]).gt(0);
const open = attention(q, k, v, all);
if (open.shape.join() !== "3,5")
  throw new Error(
    `The output has the shape (${open.shape.join(", ")}); it must be (3, 5), a row for each query.`,
  );
if (apart(open, right(all)) > 1e-4)
  throw new Error(
    "With a mask that allows everything, the output is wrong: are the scores divided by √d?",
  );
const some = tensor([
  [true, true, false, false],
  [true, false, true, false],
  [false, false, false, true],
]);
const masked = attention(q, k, v, some);
const changed = attention(
  q,
  k,
  v.add(tensor([[0], [0], [0], [9]])),
  some,
);
if (apart(masked.narrow(0, 0, 2), changed.narrow(0, 0, 2)) > 1e-5)
  throw new Error(
    "Queries 0 and 1 may not attend to key 3, yet their outputs change with its value. Where is the mask?",
  );
if (apart(masked, right(some)) > 1e-4)
  throw new Error(
    "The masked weights no longer add up to 1: hide the scores before softmax (maskedFill with -Infinity), not the weights after it.",
  );
console.log(
  "Right: scaled, masked before softmax, and equal to scaledDotProductAttention.",
);
