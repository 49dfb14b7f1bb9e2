import { ones } from "@saccade/tensor";
import * as attention from "../../src/index.ts";
import { noise } from "../helpers.ts";
import { bools, type Loose, lens, loose, padding, testRefused, x } from "../wrong-calls/calls.ts";

const windowed = (options: object): Loose => {
  return () => loose("slidingWindowAttention")(x, x, x, options);
};
const sparse = (options: object): Loose => {
  return () => loose("blockSparseAttention")(x, x, x, options);
};

const make = (name: string, ...args: unknown[]): Loose => {
  const kind: new (...args: unknown[]) => { forward: Loose } = Reflect.get(attention, name);
  return () => new kind(...args);
};
const loosely = (module: { forward(...args: never[]): unknown }): { forward: Loose } => ({
  forward: (...args) => Reflect.apply(module.forward, module, args),
});
const xl = loosely(new attention.TransformerXL(4, 2, 1, { memoryLength: 2, dimFeedforward: 4 }));
const layer = loosely(new attention.TransformerXLLayer(4, 2, { dimFeedforward: 4 }));
const pooling = loosely(new attention.AttentionPooling(4, 2));
const document = loosely(new attention.HierarchicalAttention(4, 2));
const words = noise([2, 2, 3, 4]);

testRefused({
  "slidingWindowAttention(q, k, v)": [
    () => loose("slidingWindowAttention")(x, x, x),
    /options must be an object/,
  ],
  "slidingWindow(q, k, v, 4)": [
    () => loose("slidingWindowAttention")(x, x, x, 4),
    /write slidingWindowAttention/,
  ],
  "slidingWindow {}": [
    () => loose("slidingWindowAttention")(x, x, x, {}),
    /window must be a whole number ≥ 1, got undefined/,
  ],
  "slidingWindow { window: 0 }": [windowed({ window: 0 }), /window must be a whole number ≥ 1, got 0/],
  "slidingWindow { window: 2.5 }": [windowed({ window: 2.5 }), /window must be a whole number ≥ 1, got 2.5/],
  "slidingWindow { dilation: 0 }": [
    windowed({ window: 2, dilation: 0 }),
    /dilation must be a whole number ≥ 1/,
  ],
  "slidingWindow { blockSize: 0 }": [
    windowed({ window: 2, blockSize: 0 }),
    /blockSize must be a whole number/,
  ],
  "slidingWindow { windowSize }": [windowed({ windowSize: 2 }), /no option "windowSize"; write window/],
  "slidingWindow { mask }": [windowed({ window: 2, mask: bools }), /is the matrix that this function avoids/],
  "slidingWindow { keyPaddingMask }": [windowed({ window: 2, keyPaddingMask: padding }), /logicalNot\(\)/],
  "slidingWindow { causal: 1 }": [windowed({ window: 2, causal: 1 }), /causal must be true or false, got 1/],
  "slidingWindow { dropout: 2 }": [windowed({ window: 2, dropout: 2 }), /dropout must be a probability/],
  "slidingWindow { scale: '2' }": [windowed({ window: 2, scale: "2" }), /scale must be a number/],
  "slidingWindow { keyMask: (n, n) }": [
    windowed({ window: 2, keyMask: bools }),
    /slidingWindowAttention: keyMask \[3, 3\] must be \(b, lk\) = \[2, 3\]/,
  ],
  "slidingWindow { validLens: (b, n) }": [
    windowed({ window: 2, validLens: ones([2, 3], { dtype: "int32" }) }),
    /validLens \[2, 3\] gives each query a length of its own.*\(b\)/,
  ],
  "slidingWindow { validLens: 4 of 3 }": [
    windowed({ window: 2, validLens: lens.add(1) }),
    /length in validLens is 4/,
  ],
  "slidingWindow of two lengths": [
    () => loose("slidingWindowAttention")(x, noise([2, 5, 4]), noise([2, 5, 4]), { window: 2 }),
    /3 and 5 positions; a sequence attends to itself/,
  ],
  "windowMask(3)": [() => loose("windowMask")(3), /windowMask: options must be an object/],
  "windowMask(3, { window: -1 })": [
    () => loose("windowMask")(3, { window: -1 }),
    /window must be a whole number ≥ 1, got -1/,
  ],
  "blockSparse(q, k, v)": [() => loose("blockSparseAttention")(x, x, x), /options must be an object/],
  "blockSparse { blockSize: 0 }": [sparse({ blockSize: 0 }), /blockSize must be a whole number ≥ 1, got 0/],
  "blockSparse without layout": [
    sparse({ blockSize: 2 }),
    /layout must be rows of true and false.*undefined/,
  ],
  "blockSparse { layout: tensor }": [sparse({ blockSize: 2, layout: bools }), /layout must be rows of true/],
  "blockSparse { layout: [[1]] }": [
    sparse({ blockSize: 3, layout: [[1]] }),
    /layout\[0\]\[0\] must be true or false, got 1/,
  ],
  "blockSparse { layout: (1, 1) }": [
    sparse({ blockSize: 2, layout: [[true]] }),
    /layout \[1, 1\] must be \[2, 2\], the number of blocks of 2 in \(lq, lk\) = \[3, 3\]/,
  ],
  "blockSparse { layout: a short row }": [
    sparse({ blockSize: 2, layout: [[true, true], [true]] }),
    /layout \[2, 1\] must be \[2, 2\]/,
  ],
  "blockMask { layout: true }": [
    () => loose("blockMask")(3, 3, { blockSize: 2, layout: true }),
    /blockMask: layout must be rows of true and false/,
  ],
  "bigBirdLayout(0)": [() => loose("bigBirdLayout")(0), /blocks must be a whole number ≥ 1/],
  "bigBirdLayout { window: 2 }": [
    () => loose("bigBirdLayout")(4, { window: 2 }),
    /window must be odd.*got 2; write 3/,
  ],
  "bigBirdLayout { randoms }": [
    () => loose("bigBirdLayout")(4, { randoms: 1 }),
    /random must be a function, got undefined/,
  ],
  "linearAttention { mask }": [
    () => loose("linearAttention")(x, x, x, { mask: bools }),
    /is the matrix that this function avoids/,
  ],
  "linearAttention { featureMap }": [
    () => loose("linearAttention")(x, x, x, { featureMap: "elu" }),
    /featureMap must be a function/,
  ],
  "TransformerXL(8, 3, 1, …)": [
    make("TransformerXL", 8, 3, 1, { memoryLength: 1 }),
    /does not divide into 3 heads/,
  ],
  "TransformerXL(8, 2, 1)": [make("TransformerXL", 8, 2, 1), /options must be an object, got undefined/],
  "TransformerXL {}": [make("TransformerXL", 8, 2, 1, {}), /memoryLength must be a whole number ≥ 0/],
  "TransformerXL { memLen }": [make("TransformerXL", 8, 2, 1, { memLen: 3 }), /write memoryLength/],
  "TransformerXL { batchFirst }": [
    make("TransformerXL", 8, 2, 1, { memoryLength: 3, batchFirst: true }),
    /leave it out; inputs are \(b, n, dModel\)/,
  ],
  "TransformerXL { dropout: 2 }": [
    make("TransformerXL", 4, 2, 1, { memoryLength: 3, dropout: 2 }),
    /dropout must be a probability/,
  ],
  "TransformerXLLayer { activation }": [
    make("TransformerXLLayer", 4, 2, { activation: "gelus" }),
    /did you mean "gelu"/,
  ],
  "TransformerXLLayer(4)": [make("TransformerXLLayer", 4), /nHead must be a whole number ≥ 1, got undefined/],
  "xl layer.forward(x, null, true)": [
    () => layer.forward(x, null, true),
    /options must be an object, got true/,
  ],
  "xl layer.forward { needWeights: 1 }": [
    () => layer.forward(x, null, { needWeights: 1 }),
    /needWeights must be true or false/,
  ],
  "xl.forward(3)": [() => xl.forward(3), /TransformerXL: x must be a tensor, got 3/],
  "xl.forward of another width": [
    () => xl.forward(noise([2, 3, 5])),
    /x float32\[2, 3, 5\] must be floats \(b, n, 4\)/,
  ],
  "xl.forward(x, memory of one layer)": [() => xl.forward(x, x), /memory must be what forward gave/],
  "xl.forward(x, [])": [
    () => xl.forward(x, [x, x]),
    /memory must be what forward gave.*each of the 1 layers/,
  ],
  "xl.forward memory of another batch": [
    () => xl.forward(x, [noise([3, 3, 4])]),
    /memory \[3, 3, 4\] and x \[2, 3, 4\] must have one batch size/,
  ],
  "AttentionPooling(4)": [make("AttentionPooling", 4), /hiddenSize must be a whole number ≥ 1/],
  "pooling.forward { mask }": [() => pooling.forward(x, { mask: padding }), /no option "mask"/],
  "pooling.forward of another width": [
    () => pooling.forward(noise([3, 5])),
    /must be \(b, n, 4\) or \(n, 4\)/,
  ],
  "pooling.forward { keyMask }": [
    () => pooling.forward(x, { keyMask: bools }),
    /AttentionPooling: keyMask \[3, 3\] must be \(b, lk\) = \[2, 3\]/,
  ],
  "HierarchicalAttention { attentionSize: 0 }": [
    make("HierarchicalAttention", 4, 2, { attentionSize: 0 }),
    /attentionSize must be a whole number ≥ 1/,
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
