import { at, flexAttention } from "@saccade/attention/flex";
import { grad } from "@saccade/autograd";
import { manualSeed, randn, type Tensor, zeros } from "@saccade/tensor";

manualSeed(0);
const [x, target] = [randn([1, 2, 6, 8]), randn([1, 2, 6, 8])];
const loss = (table: Tensor): Tensor => {
  const { output } = flexAttention(x, x, x, {
    scoreMod: (score, _b, h, q, kv) =>
      score.add(at(table, h, kv.sub(q).add(5))),
  });
  return output.sub(target).square().mean();
};

let table = zeros([2, 11]); // a number for each head and distance
for (let step = 0; step <= 300; step++) {
  if (step % 100 === 0)
    console.log(step, loss(table).item().toFixed(4));
  table = table.sub(grad(loss)(table).mul(5));
}
