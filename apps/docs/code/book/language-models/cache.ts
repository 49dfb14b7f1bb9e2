import { noGrad } from "@saccade/autograd";
import { GPT, generate } from "@saccade/models";
import { manualSeed, tensor } from "@saccade/tensor";

manualSeed(0);
const gpt = new GPT({
  vocabSize: 50,
  maxLen: 32,
  dModel: 16,
  numLayers: 2,
  numHeads: 2,
});
const ids = (tokens: readonly number[]) =>
  tensor([[...tokens]], { dtype: "int32" }); // (1, n)

noGrad(() => {
  const cache = gpt.newCache();
  const text = [7, 3, 9, 4];
  let computed = 0;
  let again = 0;
  for (const token of text) {
    // (1, 1, vocabulary): one token goes in
    const step = gpt.forward(ids([token]), { cache });
    const seen = cache.length;
    // (1, seen, vocabulary): all go in
    const whole = gpt.forward(ids(text.slice(0, seen)));
    const difference = step
      .select(1, 0)
      .sub(whole.select(1, seen - 1))
      .abs()
      .max();
    computed += 1;
    again += seen;
    console.log(
      `token ${token}: ${seen} keys, differs by less than 1e-6: ` +
        `${difference.item() < 1e-6}`,
    );
  }
  console.log(
    `positions computed: ${computed} with the cache, ${again} without`,
  );
});

const prompt = [7, 3];
const cached = generate(gpt, prompt, { maxNewTokens: 20 });
const uncached = generate(gpt, prompt, {
  maxNewTokens: 20,
  cache: false,
});
console.log(
  "tokens that differ:",
  cached.filter((token, i) => token !== uncached[i]).length,
  "of",
  cached.length,
);
