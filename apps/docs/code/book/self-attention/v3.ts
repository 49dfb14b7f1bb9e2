import { lengthsMask } from "@saccade/attention";
import { MaskedSelfAttention } from "@saccade/models/seeds";
import { manualSeed, rand, tensor } from "@saccade/tensor";

manualSeed(0);
const x = rand([3, 4, 2]); // (b, n, d): three sequences, padded to four
const lengths = tensor([3, 2, 1], { dtype: "int32" });
// (3, 1, 4), true where a query may attend
const mask = lengthsMask(lengths, 4);
const attention = new MaskedSelfAttention(2, { dropout: 0.5 });

const show = (row: unknown): string =>
  (row as number[]).map((y) => y.toFixed(2)).join("  ");
attention.eval();
const { weights } = attention.forward(x, mask); // (3, 4, 4)
for (const i of [0, 1, 2])
  console.log(
    `sequence ${i}, weights: ` +
      `${show(weights.select(0, i).select(0, 0).toArray())}`,
  );

for (const training of [false, false, true, true]) {
  attention.train(training);
  const { output } = attention.forward(x, mask); // (3, 4, 2)
  console.log(
    `${training ? "train" : "eval "} output: ` +
      `${show(output.select(0, 0).select(0, 0).toArray())}`,
  );
}
