import { tensor } from "@saccade/tensor";

for (const x of [-3, 0, 0.5, 4]) {
  const two = tensor([x, 0]).softmax(-1).select(0, 0).item();
  const sigmoid = tensor(x).sigmoid().item();
  console.log(x, two.toFixed(4), sigmoid.toFixed(4));
}
