// The seed documents' names. Where two documents use one name, this is how each is found by its own.
export { ScaledDotProductAttention } from "../dot-product.ts";
export { MultiHeadAttention } from "../multi-head.ts";
