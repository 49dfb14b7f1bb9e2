import { noise } from "../helpers.ts";
import { bools, elsewhere, heads, lens, loose, padding, sdpa, testRefused, x } from "./calls.ts";

testRefused({
  "sdpa()": [() => sdpa(), /scaledDotProductAttention: q must be a tensor, got undefined/],
  "sdpa(q, k)": [() => sdpa(x, x), /v must be a tensor, got undefined/],
  "sdpa([…])": [() => sdpa([[1]], x, x), /q must be a tensor, got .*tensor\(/],
  "sdpa(q, k, v, mask)": [() => sdpa(x, x, x, bools), /options must be an object, got tensor bool\[3, 3\]/],
  "sdpa(q, k, v, null)": [() => sdpa(x, x, x, null), /options must be an object, got null/],
  "sdpa { isCausal }": [() => sdpa(x, x, x, { isCausal: true }), /no option "isCausal"; write causal/],
  "sdpa { is_causal }": [() => sdpa(x, x, x, { is_causal: true }), /no option "is_causal"; write causal/],
  "sdpa { attn_mask }": [() => sdpa(x, x, x, { attn_mask: bools }), /write mask for a bool tensor/],
  "sdpa { dropout_p }": [() => sdpa(x, x, x, { dropout_p: 0.1 }), /write dropout/],
  "sdpa { keyPaddingMask }": [() => sdpa(x, x, x, { keyPaddingMask: padding }), /logicalNot\(\)/],
  "sdpa { Mask }": [() => sdpa(x, x, x, { Mask: bools }), /did you mean "mask"/],
  "sdpa { causal: 1 }": [() => sdpa(x, x, x, { causal: 1 }), /causal must be true or false, got 1/],
  "sdpa { needWeights: 0 }": [() => sdpa(x, x, x, { needWeights: 0 }), /needWeights must be true or false/],
  "sdpa { training: 1 }": [() => sdpa(x, x, x, { training: 1 }), /training must be true or false/],
  "sdpa { dropout: '0.1' }": [
    () => sdpa(x, x, x, { dropout: "0.1" }),
    /dropout must be a probability.*"0.1"/,
  ],
  "sdpa { dropout: NaN }": [() => sdpa(x, x, x, { dropout: Number.NaN }), /dropout must be a probability/],
  "sdpa { scale: '2' }": [() => sdpa(x, x, x, { scale: "2" }), /scale must be a number, got "2"/],
  "sdpa { scale: NaN }": [() => sdpa(x, x, x, { scale: Number.NaN }), /scale must be a number, got NaN/],
  "sdpa { temperature: 0 }": [
    () => sdpa(x, x, x, { temperature: 0 }),
    /temperature must be a number above 0/,
  ],
  "sdpa { maskFill: NaN }": [
    () => sdpa(x, x, x, { maskFill: Number.NaN }),
    /maskFill must be a finite number/,
  ],
  "sdpa { maskFill: '-1' }": [() => sdpa(x, x, x, { maskFill: "-1" }), /maskFill must be a finite number/],
  "sdpa { mask: [[…]] }": [() => sdpa(x, x, x, { mask: [[true]] }), /mask must be a tensor/],
  "sdpa { mask: null }": [() => sdpa(x, x, x, { mask: null }), /mask must be a tensor, got null/],
  "sdpa { mask: float32 }": [
    () => sdpa(x, x, x, { mask: noise([3, 3]) }),
    /mask is float32.*mask\.ne\(0\).*as bias/,
  ],
  "sdpa { mask: int32 }": [() => sdpa(x, x, x, { mask: bools.to("int32") }), /mask is int32.*mask\.ne\(0\)/],
  "sdpa { bias: bool }": [() => sdpa(x, x, x, { bias: bools }), /bias is bool.*as mask/],
  "sdpa { bias: int32 }": [() => sdpa(x, x, x, { bias: bools.to("int32") }), /holds floats/],
  "sdpa { bias: 1 }": [() => sdpa(x, x, x, { bias: 1 }), /bias must be a tensor, got 1/],
  "sdpa { keyMask: float32 }": [() => sdpa(x, x, x, { keyMask: noise([2, 3]) }), /keyMask is float32/],
  "sdpa { validLens: float32 }": [
    () => sdpa(x, x, x, { validLens: noise([2]) }),
    /lengths are int32.*to\("int32"\)/,
  ],
  "sdpa { validLens: bool }": [() => sdpa(x, x, x, { validLens: padding }), /mask or keyMask/],
  "sdpa { validLens: [1, 3] }": [() => sdpa(x, x, x, { validLens: [1, 3] }), /validLens must be a tensor/],
  "sdpa { validLens: 4 of 3 }": [
    () => sdpa(x, x, x, { validLens: lens.add(1) }),
    /length in validLens is 4; .*0 to 3/,
  ],
  "sdpa { validLens: -1 }": [() => sdpa(x, x, x, { validLens: lens.neg() }), /length in validLens is -1/],
  "sdpa int32": [() => sdpa(lens, lens, lens), /must each be \(…, length, size\)/],
  "sdpa of integers": [() => sdpa(x.to("int32"), x, x), /q is int32.*q\.to\("float32"\)/],
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
  "attend(scores)": [() => loose("attend")(x), /values must be a tensor/],
  "attend { scale }": [() => loose("attend")(x, x.narrow(1, 0, 1), { scale: 1 }), /no option "scale"/],
  "attend of integers": [() => loose("attend")(bools, x), /scores are bool/],
});
