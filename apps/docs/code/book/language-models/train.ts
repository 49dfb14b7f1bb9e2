import { BytePairTokenizer } from "@saccade/datasets";
import { GPT, generate } from "@saccade/models";
import { Adam, crossEntropy } from "@saccade/nn";
import { Generator, manualSeed, tensor } from "@saccade/tensor";

manualSeed(0);
const subjects = ["the cat", "the dog", "the owl", "a cat", "a dog"];
const verbs = ["sees", "likes", "hears"];
const lines = subjects.flatMap((a) =>
  verbs.flatMap((verb) => subjects.map((b) => `${a} ${verb} ${b} .\n`)),
);
const tokenizer = BytePairTokenizer.train(lines, { vocabSize: 285 });
const ids = lines.flatMap((line) => tokenizer.encode(line));
console.log(
  `${lines.length} lines, ${ids.length} tokens of ` +
    `${tokenizer.vocabSize}`,
);

// #region train
const gpt = new GPT({
  vocabSize: tokenizer.vocabSize,
  maxLen: 32,
  dModel: 16,
  numLayers: 1,
  numHeads: 2,
});
const optimizer = new Adam(gpt, { lr: 0.02 });
const [batch, length] = [8, 12];
for (let step = 1; step <= 90; step++) {
  const starts = Array.from(
    { length: batch },
    (_, i) => (step * 37 + i * 53) % (ids.length - length - 1),
  );
  const windows = (shift: number) =>
    tensor(
      starts.map((at) => ids.slice(at + shift, at + shift + length)),
      { dtype: "int32" },
    ); // (b, n)
  const [x, next] = [windows(0), windows(1)];
  const loss = optimizer.step(() =>
    crossEntropy(gpt.forward(x).flatten(0, 1), next.flatten()),
  );
  if (step % 30 === 0)
    console.log(`step ${step}: loss ${loss.item().toFixed(3)}`);
}
// #endregion train

// #region write
const prompt = tokenizer.encode("the owl");
const generator = new Generator(0);
for (const options of [
  {},
  { temperature: 1, generator },
  { temperature: 1, topP: 0.8, generator },
]) {
  const tokens = generate(gpt, prompt, {
    maxNewTokens: 12,
    ...options,
  });
  console.log(JSON.stringify(tokenizer.decode([...prompt, ...tokens])));
}
// #endregion write
