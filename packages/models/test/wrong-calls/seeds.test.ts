import { noise } from "../../../attention/test/helpers.ts";
import { forward, make, testRefused, x } from "./calls.ts";

testRefused({
  "multi-head mask of floats": [
    forward("MultiHeadAttention", [2, 4, 2, 2], x, x, x, noise([3, 3])),
    /mask\.ne\(0\)/,
  ],
  "SelfAttention(4, '2')": [() => make("SelfAttention", 4, "2"), /numHeads must be/],
  "SelfAttention { out_proj }": [
    () => make("SelfAttention", 4, 2, { out_proj: true }),
    /did you mean "outProj"/,
  ],
  "Attention('4')": [() => make("Attention", "4"), /embeddedSize must be/],
});
