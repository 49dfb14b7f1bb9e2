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
  "CosineScoring { temperature }": [
    () => make("CosineScoring", 4, { temperature: 2 }),
    /no option "temperature"; write scale: 1 \/ temperature/,
  ],
  "GaussianScoring { sigma }": [
    () => make("GaussianScoring", 4, { sigma: 1 }),
    /no option "sigma"; write bandwidth/,
  ],
  "nadarayaWatson { kernel }": [
    () => loose("nadarayaWatson")(noise([2]), noise([3]), noise([3]), { kernel: "gausian" }),
    /did you mean "gaussian"/,
  ],
  "additive.projectKeys of another width": [
    () => additiveOf(3).projectKeys(x),
    /keys \[2, 3, 4\] must be \(…, lk, 3\)/,
  ],
});
