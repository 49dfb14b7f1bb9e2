import { ones } from "@saccade/tensor";
import * as attention from "../../src/index.ts";
import { noise } from "../helpers.ts";
import { bools, type Loose, lens, loose, padding, testRefused, x } from "./calls.ts";

const windowed = (options: object): Loose => {
  return () => loose("slidingWindowAttention")(x, x, x, options);
};
const sparse = (options: object): Loose => {
  return () => loose("blockSparseAttention")(x, x, x, options);
};
const loosely = (module: { forward(...args: never[]): unknown }): { forward: Loose } => ({
  forward: (...args) => Reflect.apply(module.forward, module, args),
});
const pooling = loosely(new attention.AttentionPooling(4, 2));

testRefused({
  "slidingWindow(q, k, v, 4)": [
    () => loose("slidingWindowAttention")(x, x, x, 4),
    /write slidingWindowAttention/,
  ],
  "slidingWindow { windowSize }": [windowed({ windowSize: 2 }), /no option "windowSize"; write window/],
  "slidingWindow { mask }": [windowed({ window: 2, mask: bools }), /is the matrix that this function avoids/],
  "slidingWindow { keyPaddingMask }": [windowed({ window: 2, keyPaddingMask: padding }), /logicalNot\(\)/],
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
  "bigBirdLayout { window: 2 }": [
    () => loose("bigBirdLayout")(4, { window: 2 }),
    /window must be odd.*got 2; write 3/,
  ],
  "linearAttention { mask }": [
    () => loose("linearAttention")(x, x, x, { mask: bools }),
    /is the matrix that this function avoids/,
  ],
  "pooling.forward { mask }": [() => pooling.forward(x, { mask: padding }), /no option "mask"/],
  "pooling.forward of another width": [
    () => pooling.forward(noise([3, 5])),
    /must be \(b, n, 4\) or \(n, 4\)/,
  ],
  "pooling.forward { keyMask }": [
    () => pooling.forward(x, { keyMask: bools }),
    /AttentionPooling: keyMask \[3, 3\] must be \(b, lk\) = \[2, 3\]/,
  ],
});
