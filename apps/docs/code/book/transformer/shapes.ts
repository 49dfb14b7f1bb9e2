import { Transformer } from "@saccade/models";
import { manualSeed, randint, tensor } from "@saccade/tensor";

manualSeed(0);
const model = new Transformer({
  srcVocabSize: 50,
  tgtVocabSize: 60,
  dModel: 32,
  numHeads: 4,
  numLayers: 2,
}).eval();
const source = randint(0, 50, [2, 7]); // (b, n): token ids
const target = randint(0, 60, [2, 5]); // (b, m)
// the second source has three tokens of padding
const lengths = tensor([7, 4], { dtype: "int32" });

const memory = model.encoder.forward(source, lengths); // (b, n, d)
const { output, crossWeights } = model.forward(source, target, lengths);
console.log("memory:       ", memory.shape.join(" × "));
console.log("scores:       ", output.shape.join(" × "));
console.log(
  "cross weights:",
  crossWeights.map((w) => w.shape.join(" × ")).join(", "),
);
