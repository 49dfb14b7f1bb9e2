import { type Tensor, tensor } from "@saccade/tensor";

/** Attention over numbers x (m) whose scores are c x. */
function pool(x: Tensor, c: number): number {
  return x.mul(c).softmax(0).mul(x).sum().item();
}
const x = tensor([3, -1, 4, 1, 5]);
for (const c of [-20, -1, 0, 1, 20])
  console.log(`c ${String(c).padStart(3)}: ${pool(x, c).toFixed(3)}`);
