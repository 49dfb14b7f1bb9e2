import {
  simplexAttention,
  sparsemax,
  stickBreaking,
} from "@saccade/attention/definitions/ladder";
import { ones, tensor } from "@saccade/tensor";

const q = ones([1, 1, 4, 1]);
const k = tensor([[[[3], [0], [3], [0]]]]); // two keys match
const weights = [
  stickBreaking(q, k, k).weights,
  simplexAttention(q, k, k, sparsemax).weights,
];
for (const w of weights) console.log(String(w.select(2, 3).flatten()));
