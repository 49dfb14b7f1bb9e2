import { Linear } from "@saccade/nn";
import * as t from "@saccade/tensor";
import { expect, test } from "vitest";
import { call, callMethod, refuses } from "../../../tensor/test/walk.ts";
import * as attention from "../../src/index.ts";
import { ints, noise } from "../helpers.ts";

// What messages say beyond the rule that was broken: translations of PyTorch's names, and which mask was meant.

const [x, heads] = [noise([2, 3, 4]), noise([2, 2, 3, 4])];
const [bools, padding] = [t.ones([3, 3], { dtype: "bool" }), t.ones([2, 3], { dtype: "bool" })];
const lens = ints([1, 3]);
const elsewhere = { ...t.referenceBackend(), name: "other" };
type Name = keyof typeof attention;
const made =
  (name: Name, ...args: unknown[]) =>
  () =>
    call(Reflect.get(attention, name), ...args);
const forward =
  (name: Name, args: unknown[], ...inputs: unknown[]) =>
  () =>
    callMethod(Object(call(Reflect.get(attention, name), ...args)), "forward", ...inputs);
const sdpa = (options: object, y = x): (() => unknown) => made("scaledDotProductAttention", y, y, y, options);
const multihead = (...more: unknown[]): (() => unknown) =>
  forward("MultiheadAttention", [4, 2, { batchFirst: true }], x, x, x, ...more);
/** What a bias of three dims may mean. */
const threeDims = (what: string): RegExp =>
  new RegExp(
    `^${what} \\[.*unsqueeze\\(1\\) if it is \\(b, lq, lk\\).*unsqueeze\\(0\\) if it is \\(h, lq, lk\\)`,
  );
const own = [x.select(0, 0), x.select(0, 0), x.select(0, 0)]; // without a batch
const headBias = {
  maxLen: 9,
  numHeads: 2,
  headDim: null,
  rotate: (y: unknown) => y,
  bias: () => t.zeros([2, 2, 2]),
};
const projections = { inProjWeight: t.zeros([12, 4]), outProjWeight: t.zeros([4, 4]) };
const luong = { halfWidth: 2 };

// biome-ignore format: a call a line
refuses([
  [/^lengthsMask: shape \[2, 2147483648\] has more/, made("lengthsMask", lens, 2 ** 31)],
  [/^nadarayaWatson: kernel must be .*, got class Linear/, made("nadarayaWatson", noise([3]), noise([4]), noise([4]), { kernel: Linear })],
  [/no option "is_causal"; write causal/, sdpa({ is_causal: true })],
  [/write mask for a bool tensor/, sdpa({ attn_mask: bools })],
  [/logicalNot\(\)/, sdpa({ keyPaddingMask: padding })],
  [/mask must be .* got float32\[3, 3\].*mask\.ne\(0\).*as bias/, sdpa({ mask: noise([3, 3]) })],
  [/bias must be .*give a bool tensor as mask/, sdpa({ bias: bools })],
  [/summaries must be a list of "columnSums", .* got \["entropi"\]; did you mean "entropy"\?/, sdpa({ summaries: ["entropi"] })],
  [/summaries must be .*write summaries: \["entropy"\]/, sdpa({ summaries: "entropy" })],
  [/topK must be a whole number ≥ 1, got 0/, sdpa({ summaries: ["topK"], topK: 0 })],
  [/^scaledDotProductAttention: topK 4 is more than the 3 keys/, sdpa({ summaries: ["topK"], topK: 4 })],
  [/^MultiheadAttention.forward: topK 4 is more than the 3 keys/, multihead({ summaries: ["topK"], topK: 4 })],
  [/topK 2 counts .*add "topK" to summaries/, sdpa({ summaries: ["max"], topK: 2 })],
  [/mask or keyMask/, sdpa({ validLens: padding })],
  [/length in validLens is 4; .*0 to 3/, sdpa({ validLens: lens.add(1) })],
  [/length in validLens is -1/, sdpa({ validLens: lens.neg() })],
  [/mask\.unsqueeze\(1\).*sequence.*mask\.unsqueeze\(0\).*head/, sdpa({ mask: bools.unsqueeze(0) }, heads)],
  [/bias\.unsqueeze\(1\).*sequence.*bias\.unsqueeze\(0\).*head/, sdpa({ bias: t.zeros([2, 3, 3]) }, heads)],
  ...[1, 2, 4].map((b): [RegExp, () => unknown] => [threeDims("MultiheadAttention.forward: bias"), multihead({ bias: t.zeros([b, 3, 3]) })]),
  [threeDims("MultiheadAttention.forward: bias"), forward("MultiheadAttention", [4, 2], ...own, { bias: t.zeros([2, 3, 3]) })],
  [threeDims("MultiheadAttention.forward: positions.bias"), forward("MultiheadAttention", [4, 2, { positions: headBias }], x, x, x, { bias: t.zeros([2, 2]) })],
  [threeDims("multiHeadAttentionForward: bias"), made("multiHeadAttentionForward", x, x, x, 4, 2, { ...projections, bias: t.zeros([2, 2, 2]) })],
  [threeDims("attend: bias"), made("attend", t.zeros([1, 2, 3, 3]), t.zeros([1, 2, 3, 4]), { bias: t.zeros([1, 3, 3]) })],
  [/mask \[2, 3\] does not fit scores \[2, 3, 3\].*keyMask, or mask\.unsqueeze\(1\)/, sdpa({ mask: padding })],
  [/keyMask \[3, 3\] must be \(b, lk\) = \[2, 3\]/, sdpa({ keyMask: bools })],
  [/\(b\) = \[2\], or \(b, lq\) = \[2, 3\]/, sdpa({ validLens: t.zeros([3], { dtype: "int32" }) })],
  [/unsqueeze\(0\)/, sdpa({ validLens: lens }, x.select(0, 0))],
  [/mask is on the backend/, sdpa({ mask: bools.to(elsewhere) })],
  [/validLens is on the backend.*to\(backend\)/, sdpa({ validLens: lens.to(elsewhere), needWeights: false })],
  [/scale 1 and temperature 1 exclude each other; give one/, sdpa({ scale: 1, temperature: 1 })],
  [/embedDim 8 does not divide into 3 heads/, made("MultiheadAttention", 8, 3)],
  [/leave out kdim and vdim/, made("MultiheadAttention", 8, 2, { kdim: 3, makeLinear: () => x })],
  [/may NOT attend.*mask: m\.logicalNot\(\)/, multihead({ attnMask: bools })],
  [/keyMask: m\.logicalNot\(\) or mask: m\.logicalNot\(\)\.unsqueeze\(1\)/, multihead({ key_padding_mask: padding })],
  [/MultiheadAttention.forward: keyMask is on the backend/, multihead({ keyMask: padding.to(elsewhere) })],
  [/\(b, lq, lk\) = \[2, 3, 3\] or \(b, h, lq, lk\) = \[2, 2, 3, 3\]/, multihead({ mask: padding })],
  [/mask\.reshape\(\[2, 2, 3, 3\]\)/, multihead({ mask: t.zeros([4, 3, 3], { dtype: "bool" }) })],
  [/with batchFirst: false: b is 3 in q .*\(lq, b, embedDim\)/, forward("MultiheadAttention", [4, 2], x, heads.select(0, 0).narrow(1, 0, 2), x)],
  [/is the matrix that this function avoids/, made("linearAttention", x, x, x, { mask: bools })],
  [/validLens \[2, 3\] gives each query a length of its own/, made("linearAttention", x, x, x, { validLens: t.zeros([2, 3], { dtype: "int32" }) })],
  [/layout\[0\]\[0\] must be true or false, got 1/, made("blockMask", 3, 3, { blockSize: 3, layout: [[1]] })],
  [/layout \[2, 1\] must be \[2, 2\], the number of blocks of 2/, made("blockMask", 3, 3, { blockSize: 2, layout: [[true, true], [true]] })],
  [/window must be odd.*got 2; write 3/, made("bigBirdLayout", 4, { window: 2 })],
  [/random has an effect only with randoms/, made("bigBirdLayout", 4, { random: Math.random })],
  [/halfWidth has an effect only with local/, made("LuongAttention", 4, luong)],
  [/must be below 2\^31 numbers/, made("positionalEncoding", 1e15, 4)],
  [/positions are for 3 heads, and there are 2/, made("MultiheadAttention", 8, 2, { positions: new attention.AlibiPositions(3) })],
  [/for heads of width 8, and each has 4/, made("MultiheadAttention", 8, 2, { positions: new attention.RotaryPositions(8) })],
  [/positions must be RotaryPositions.* belong before/, made("MultiheadAttention", 8, 2, { positions: new attention.LearnedPositions(4, 8) })],
  [/must be even/, made("RelativePositions", 2, { numBuckets: 7 })],
  [/raise maxDistance/, made("RelativePositions", 2, { maxDistance: 8 })],
  [/from position 3 on, beyond maxLen 5; shorten it/, forward("LearnedPositions", [5, 4], x, { offset: 3 })],
  [/highFreqFactor 1 must be above scaling\.lowFreqFactor, 1/, made("RotaryPositions", 8, { scaling: { kind: "llama3", factor: 8, lowFreqFactor: 1, highFreqFactor: 1, originalMaxLen: 64 } })],
  [/no option "lowFreqFactor"/, made("RotaryPositions", 8, { scaling: { kind: "linear", factor: 2, lowFreqFactor: 1 } })],
  [/given twice/, forward("AdditiveAttention", [4, 4, 5], x, x, x, lens, { validLens: lens })],
  [/querySize is 3, but 4 in queries/, forward("BilinearScoring", [3, 4], x, x, x)],
  [/8 keys, and maxLen is 7/, forward("LocationScoring", [4, 7], x, noise([2, 8, 4]), noise([2, 8, 4]))],
  [/write scale: 1 \/ temperature/, made("CosineScoring", 4, { temperature: 2 })],
]);

test("errors have the classes that their rules have", () => {
  expect(sdpa({ mask: noise([3, 3]) })).toThrow(t.DTypeError);
  expect(sdpa({ mask: padding })).toThrow(t.ShapeError);
  expect(sdpa({ validLens: lens.add(1) })).toThrow(t.IndexError);
  expect(sdpa({ mask: bools.to(elsewhere) })).toThrow(t.BackendError);
  expect(sdpa({ isCausal: true })).toThrow(TypeError);
});
