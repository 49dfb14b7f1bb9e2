import { Bert } from "@saccade/models";
import { manualSeed, tensor } from "@saccade/tensor";

manualSeed(0);
const bert = new Bert({
  vocabSize: 50,
  maxLen: 16,
  dModel: 32,
  numLayers: 2,
  numHeads: 4,
});
const [cls, sep] = [1, 2];
const [first, second] = [
  [21, 7, 30],
  [24, 9],
];
const ids = [cls, ...first, sep, ...second, sep];
const types = ids.map((_, i) => (i < first.length + 2 ? 0 : 1));
console.log("ids:  ", ids.join(" "));
console.log("types:", types.map((type) => String(type)).join(" "));
const { lastHiddenState, poolerOutput } = bert.forward(
  tensor([ids], { dtype: "int32" }),
  { tokenTypes: tensor([types], { dtype: "int32" }) },
);
console.log("one row a token:", lastHiddenState.shape);
console.log("one row for the pair:", poolerOutput?.shape);
