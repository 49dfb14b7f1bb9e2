import { recurrentMemory } from "@saccade/attention/definitions/ladder";
import { ones, tensor, zeros } from "@saccade/tensor";

const bits = [1, 0, 1, 1, 0, 1];
for (const most of [1, 2]) {
  const beta = tensor(bits.map((bit) => most * bit));
  const terms = { beta, state: ones([1, 1]) };
  const one = ones([6, 1]);
  const { output } = recurrentMemory(one, one, zeros([6, 1]), terms);
  console.log(`beta up to ${most}:`, String(output.flatten()));
}
