import { headAblations } from "@saccade/lens";
import { GPT } from "@saccade/models";
import { Adam, crossEntropy } from "@saccade/nn";
import { manualSeed, randint, type Tensor } from "@saccade/tensor";

manualSeed(1);
const [vocabSize, length, numHeads] = [8, 6, 4];
const sizes = { vocabSize, maxLen: length, dModel: 16 };
const gpt = new GPT({ ...sizes, numLayers: 1, numHeads });
const optimizer = new Adam(gpt, { lr: 0.02 });
for (let step = 0; step < 80; step++) {
  const ids = randint(0, vocabSize, [16, length]);
  optimizer.step(() => {
    // The last position names the first token.
    const logits = gpt.forward(ids).select(1, -1);
    return crossEntropy(logits, ids.select(1, 0));
  });
}

const ids = randint(0, vocabSize, [200, length]);
function accuracy(logits: Tensor): Tensor {
  const guesses = logits.select(1, -1).argmax(-1);
  return guesses.eq(ids.select(1, 0)).to("float32").mean();
}
for (const kind of ["zero", "mean", "uniform"] as const) {
  const table = await headAblations(gpt, ids, accuracy, { kind });
  const row = table.flatten().toArray(1);
  console.log(kind.padEnd(8), row.map((x) => x.toFixed(2)).join("  "));
}
