import { noise } from "../helpers.ts";
import { bools, elsewhere, heads, lens, loose, padding, sdpa, testRefused, x } from "./calls.ts";

testRefused({
  "sdpa(q, k, v, mask)": [() => sdpa(x, x, x, bools), /options must be an object, got tensor bool\[3, 3\]/],
  "sdpa { isCausal }": [() => sdpa(x, x, x, { isCausal: true }), /no option "isCausal"; write causal/],
  "sdpa { is_causal }": [() => sdpa(x, x, x, { is_causal: true }), /no option "is_causal"; write causal/],
  "sdpa { attn_mask }": [() => sdpa(x, x, x, { attn_mask: bools }), /write mask for a bool tensor/],
  "sdpa { dropout_p }": [() => sdpa(x, x, x, { dropout_p: 0.1 }), /write dropout/],
  "sdpa { keyPaddingMask }": [() => sdpa(x, x, x, { keyPaddingMask: padding }), /logicalNot\(\)/],
  "sdpa { Mask }": [() => sdpa(x, x, x, { Mask: bools }), /did you mean "mask"/],
  "sdpa { mask: float32 }": [
    () => sdpa(x, x, x, { mask: noise([3, 3]) }),
    /mask is float32.*mask\.ne\(0\).*as bias/,
  ],
  "sdpa { mask: int32 }": [() => sdpa(x, x, x, { mask: bools.to("int32") }), /mask is int32.*mask\.ne\(0\)/],
  "sdpa { bias: int32 }": [() => sdpa(x, x, x, { bias: bools.to("int32") }), /holds floats/],
  "sdpa { validLens: bool }": [() => sdpa(x, x, x, { validLens: padding }), /mask or keyMask/],
  "sdpa { validLens: 4 of 3 }": [
    () => sdpa(x, x, x, { validLens: lens.add(1) }),
    /length in validLens is 4; .*0 to 3/,
  ],
  "sdpa { validLens: -1 }": [() => sdpa(x, x, x, { validLens: lens.neg() }), /length in validLens is -1/],
  "sdpa mask (b, lq, lk)": [
    () => sdpa(heads, heads, heads, { mask: bools.unsqueeze(0) }),
    /unsqueeze\(1\).*unsqueeze\(0\)/,
  ],
  "sdpa keys elsewhere": [
    () => sdpa(x, x.to(elsewhere), x),
    /^BackendError: scaledDotProductAttention: k is on the backend/,
  ],
  "sdpa mask elsewhere": [
    () => sdpa(x, x, x, { mask: bools.to(elsewhere) }),
    /scaledDotProductAttention: mask is on the backend/,
  ],
  "sdpa fused lengths elsewhere": [
    () => sdpa(x, x, x, { validLens: lens.to(elsewhere), needWeights: false }),
    /scaledDotProductAttention: validLens is on the backend.*to\(backend\)/,
  ],
  "attend { scale }": [() => loose("attend")(x, x.narrow(1, 0, 1), { scale: 1 }), /no option "scale"/],
});
