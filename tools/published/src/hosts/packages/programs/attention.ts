// One step of additive attention with masked keys.
import { AdditiveAttention } from "@saccade/attention";
import { Adam, mseLoss } from "@saccade/nn";
import { manualSeed, randn, tensor } from "@saccade/tensor";

export async function main(): Promise<object> {
  manualSeed(0);
  const [queries, keys, values, target] = [
    randn([2, 1, 4]),
    randn([2, 5, 4]),
    randn([2, 5, 3]),
    randn([2, 1, 3]),
  ];
  const validLens = tensor([2, 5], { dtype: "int32" });
  const net = new AdditiveAttention(4, 4, 8);
  const forward = () => net.forward(queries, keys, values, validLens);
  const optimizer = new Adam(net, { lr: 0.01 });
  const before = optimizer.step(() => mseLoss(forward().output, target)).item();
  const { output, weights } = forward();
  return { before, after: mseLoss(output, target).item(), weights: String(weights.gt(0).toArray()) };
}
