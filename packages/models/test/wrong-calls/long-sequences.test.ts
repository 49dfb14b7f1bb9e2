import { noise } from "../../../attention/test/helpers.ts";
import * as models from "../../src/index.ts";
import { type Loose, lens, testRefused, x } from "./calls.ts";

const make = (name: string, ...args: unknown[]): Loose => {
  const kind: new (...args: unknown[]) => { forward: Loose } = Reflect.get(models, name);
  return () => new kind(...args);
};
const loosely = (module: { forward(...args: never[]): unknown }): { forward: Loose } => ({
  forward: (...args) => Reflect.apply(module.forward, module, args),
});
const xl = loosely(new models.TransformerXL(4, 2, 1, { memoryLength: 2, dimFeedforward: 4 }));
const document = loosely(new models.HierarchicalAttention(4, 2));
const words = noise([2, 2, 3, 4]);

testRefused({
  "TransformerXL(8, 3, 1, …)": [
    make("TransformerXL", 8, 3, 1, { memoryLength: 1 }),
    /does not divide into 3 heads/,
  ],
  "TransformerXL { memLen }": [make("TransformerXL", 8, 2, 1, { memLen: 3 }), /write memoryLength/],
  "TransformerXL { batchFirst }": [
    make("TransformerXL", 8, 2, 1, { memoryLength: 3, batchFirst: true }),
    /leave it out; inputs are \(b, n, dModel\)/,
  ],
  "TransformerXLLayer { activation }": [
    make("TransformerXLLayer", 4, 2, { activation: "gelus" }),
    /did you mean "gelu"/,
  ],
  "xl.forward of another width": [
    () => xl.forward(noise([2, 3, 5])),
    /x float32\[2, 3, 5\] must be floats \(b, n, 4\)/,
  ],
  "xl.forward memory of another batch": [
    () => xl.forward(x, [noise([3, 3, 4])]),
    /memory \[3, 3, 4\] and x \[2, 3, 4\] must have one batch size/,
  ],
  "document.forward(sentence)": [() => document.forward(x), /words \[2, 3, 4\] must be \(b, s, w, 4\)/],
  "document.forward { validLens }": [
    () => document.forward(words, { validLens: lens }),
    /no option "validLens"; write wordLens and sentenceLens/,
  ],
  "document.forward { wordLens: (b) }": [
    () => document.forward(words, { wordLens: lens }),
    /wordLens \[2\] must be \(b, s\) = \[2, 2\]/,
  ],
  "document.forward { sentenceLens: 3 of 2 }": [
    () => document.forward(words, { sentenceLens: lens }),
    /a length in sentenceLens is 3; it must be 0 to 2/,
  ],
});
