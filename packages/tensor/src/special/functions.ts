// What torch has of torch.special too: also names of the main entry.
export { i0 } from "./bessel.ts";
export { erfc, erfinv } from "./error-function.ts";
export { digamma, igamma, igammac, lgamma, mvlgamma, polygamma } from "./gamma.ts";
