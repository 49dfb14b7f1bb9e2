import { scaledDotProductAttention } from "@saccade/attention";
import { manualSeed, randn } from "@saccade/tensor";

manualSeed(0);
const chinese = randn([1, 5, 8]); // (b, m, d): the source, all of it
const english = randn([1, 2, 8]); // (b, n, d): two words are written

// query, keys, values
const right = scaledDotProductAttention(english, chinese, chinese);
const wrong = scaledDotProductAttention(chinese, english, english);
const says = (who: string, { weights, output }: typeof right): void =>
  console.log(
    `${who} asks: weights ${weights.shape.join(" × ")}, ` +
      `so ${output.size(1)} contexts`,
  );
says("English", right);
says("Chinese", wrong);

// Before the second word, only the first is there to be a key.
const first = english.narrow(1, 0, 1); // (1, 1, 8)
// (1, 5, 1)
const { weights } = scaledDotProductAttention(chinese, first, first);
console.log(`weights with one word written: ${weights.flatten()}`);
