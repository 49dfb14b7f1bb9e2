import { vmap } from "@saccade/autograd";
import { dropout } from "@saccade/nn";
import {
  manualSeed,
  ones,
  type Tensor,
  tensor,
  where,
} from "@saccade/tensor";

const x = tensor([-1, 2]);
try {
  vmap((x: Tensor) => (x.item() > 0 ? x : x.mul(0.1)))(x);
} catch (error) {
  console.log(String(error));
}
console.log(
  String(vmap((x: Tensor) => where(x.gt(0), x, x.mul(0.1)))(x)),
);

manualSeed(0);
const drop = (x: Tensor): Tensor => dropout(x, 0.5, { training: true });
for (const randomness of ["same", "different"] as const)
  console.log(
    `${randomness}:`,
    String(vmap(drop, { randomness })(ones([2, 4]))),
  );
