export { AdditiveAttention } from "../additive.ts";
export { DotProductAttention } from "../dot-product.ts";
export { maskedSoftmax } from "../masked-softmax.ts";
export { sequenceMask } from "../masks.ts";
export { NadarayaWatson as NWKernelRegression } from "../nadaraya-watson.ts";
