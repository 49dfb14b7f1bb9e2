import type * as methods from "./ops/methods.ts";
import type { Tensor } from "./tensor.ts";

/** An op as a method: its first argument is `this`. Two overloads are kept. */
type Method<F> = F extends {
  (x: Tensor, ...args: infer A): infer R;
  (x: Tensor, ...args: infer B): infer S;
}
  ? { (...args: A): R; (...args: B): S }
  : never;

/** Every op of `ops/methods.ts` as a method of tensors. */
export type TensorMethods = { readonly [Name in keyof typeof methods]: Method<(typeof methods)[Name]> };
