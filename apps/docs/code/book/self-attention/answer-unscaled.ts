import { valueAndGrad } from "@saccade/autograd";
import { tensor } from "@saccade/tensor";

for (const divisor of [1, 8]) {
  const scores = tensor([112, 96]).div(divisor);
  const { value, grads } = valueAndGrad(
    () => scores.softmax(-1).select(0, 0),
    [scores],
  );
  const [first] = grads[0]!.toArray(1);
  console.log(
    `divided by ${divisor}: weight ${value.item().toFixed(7)}, ` +
      `gradient ${first!.toExponential(1)}`,
  );
}
