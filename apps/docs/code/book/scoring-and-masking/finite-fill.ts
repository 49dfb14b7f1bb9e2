import { attend } from "@saccade/attention";
import { valueAndGrad } from "@saccade/autograd";
import { tensor } from "@saccade/tensor";

// (1, 3): the third key is padding
const mask = tensor([[true, true, false]]);
const scores = tensor([[-3e6, -2e6, 5]]); // (1, 3)
const values = tensor([[1], [2], [99]]); // (3, 1)

for (const maskFill of [-1e6, null]) {
  const { weights } = attend(scores, values, { mask, maskFill });
  console.log(`fill ${maskFill}: weights ${weights}`);
}

// (1, 3): a query with no key at all
const nothing = tensor([[false, false, false]]);
for (const maskFill of [-1e6, null]) {
  const { grads } = valueAndGrad(
    () =>
      attend(scores, values, { mask: nothing, maskFill }).output.sum(),
    [scores, values],
  );
  console.log(
    `fill ${maskFill}: gradient of scores ${grads[0]!}, of values ` +
      `${grads[1]!.flatten()}`,
  );
}
