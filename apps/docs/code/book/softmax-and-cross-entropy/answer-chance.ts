import { crossEntropy } from "@saccade/nn";
import { tensor, zeros } from "@saccade/tensor";

for (const count of [2, 10, 50257]) {
  const right = tensor([0], { dtype: "int32" });
  const loss = crossEntropy(zeros([1, count]), right).item();
  console.log(count, loss.toFixed(4), Math.log(count).toFixed(4));
}
