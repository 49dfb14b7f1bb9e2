import * as attention from "../../src/index.ts";
import { noise } from "../helpers.ts";
import {
  bools,
  elsewhere,
  forward,
  type Loose,
  lens,
  loose,
  make,
  padding,
  testRefused,
  x,
} from "./calls.ts";

const additive = (...inputs: unknown[]): Loose => forward("AdditiveAttention", [4, 4, 5], ...inputs);
const additiveOf = (keySize: number) => new attention.AdditiveAttention(keySize, 4, 5);

testRefused({
  "additive keys elsewhere": [additive(x, x.to(elsewhere), x), /AdditiveAttention: keys is on the backend/],
  "AdditiveAttention(2, 20)": [() => make("AdditiveAttention", 2, 20), /numHiddens must be a whole number/],
  "AdditiveAttention(…, { dropout })": [
    () => make("AdditiveAttention", 2, 20, 8, { dropout: 0.1 }),
    /dropout must be/,
  ],
  "additive(q, k, v, mask)": [additive(x, x, x, padding), /mask or keyMask/],
  "additive { attnMask }": [additive(x, x, x, undefined, { attnMask: bools }), /logicalNot/],
  "additive lens twice": [additive(x, x, x, lens, { validLens: lens }), /given twice/],
  "DotProductAttention({ dropout })": [
    () => make("DotProductAttention", { dropout: 0.1 }),
    /dropout must be/,
  ],
  "dot(q, k, v, lens float)": [forward("DotProductAttention", [], x, x, x, noise([2])), /lengths are int32/],
  "MultiHeadAttention(2, 4, 2)": [() => make("MultiHeadAttention", 2, 4, 2), /dV must be a whole number/],
  "multi-head mask of floats": [
    forward("MultiHeadAttention", [2, 4, 2, 2], x, x, x, noise([3, 3])),
    /mask\.ne\(0\)/,
  ],
  "SelfAttention(4, '2')": [() => make("SelfAttention", 4, "2"), /numHeads must be/],
  "SelfAttention { out_proj }": [
    () => make("SelfAttention", 4, 2, { out_proj: true }),
    /did you mean "outProj"/,
  ],
  "SelfAttentionV1(4)(x, mask)": [forward("SelfAttentionV1", [4], x, bools), /options must be an object/],
  "SelfAttentionV3 mask null": [forward("SelfAttentionV3", [4], x, null), /mask must be a tensor, got null/],
  "Attention('4')": [() => make("Attention", "4"), /embeddedSize must be/],
  "ScaledDotProductAttention(8)": [
    () => make("ScaledDotProductAttention", 8),
    /options must be an object, got 8/,
  ],
  "nadarayaWatson(q)": [() => loose("nadarayaWatson")(noise([2])), /keys must be a tensor/],
  "nadarayaWatson { kernel }": [
    () => loose("nadarayaWatson")(noise([2]), noise([3]), noise([3]), { kernel: "gausian" }),
    /did you mean "gaussian"/,
  ],
  "nadarayaWatson { bandwidth: '1' }": [
    () => loose("nadarayaWatson")(noise([2]), noise([3]), noise([3]), { bandwidth: "1" }),
    /bandwidth must be a number above 0/,
  ],
  "averagePooling(q)": [() => loose("averagePooling")(noise([2])), /must be a tensor/],
  "leaveOneOut([1])": [() => loose("leaveOneOut")([1], [1]), /x must be a tensor/],
  "additive.projectKeys(keys, mask)": [
    () => Reflect.apply(additiveOf(4).projectKeys, additiveOf(4), [x, padding]),
    /AdditiveAttention\.projectKeys: validLens is bool.*mask or keyMask/,
  ],
  "additive.projectKeys of another width": [
    () => additiveOf(3).projectKeys(x),
    /keys \[2, 3, 4\] must be \(…, lk, 3\)/,
  ],
});
