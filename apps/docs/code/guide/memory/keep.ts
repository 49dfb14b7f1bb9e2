import {
  keep,
  memory,
  randn,
  scope,
  type Tensor,
} from "@saccade/tensor";

const before = memory().tensors;
let largest: Tensor | null = null;
scope(() => {
  const scores = randn([8, 8]);
  largest = keep(scores.max()); // survives the scope
});
console.log("kept:", memory().tensors - before);
largest!.dispose();
console.log("after dispose:", memory().tensors - before);
