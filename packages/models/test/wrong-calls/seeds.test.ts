import { noise } from "../../../attention/test/helpers.ts";
import { forward, make, testRefused, x } from "./calls.ts";

testRefused({
  "multi-head mask of floats": [
    forward("MultiHeadSublayer", [2, 4, 2, 2], x, x, x, noise([3, 3])),
    /mask\.ne\(0\)/,
  ],
  "WideSelfAttention(4, '2')": [() => make("WideSelfAttention", 4, "2"), /numHeads must be/],
  "WideSelfAttention { out_proj }": [
    () => make("WideSelfAttention", 4, 2, { out_proj: true }),
    /did you mean "outProj"/,
  ],
  "PlainSelfAttention('4')": [() => make("PlainSelfAttention", "4"), /embeddedSize must be/],
});
