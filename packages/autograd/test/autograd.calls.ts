import { ones, type Tensor, tensor } from "@saccade/tensor";
import { arg, type Calls, ofKind, positive } from "../../tensor/test/walk.ts";
import type * as autograd from "../src/index.ts";

export const x: Tensor = ones([2]);
export const sum = (a: Tensor): Tensor => a.sum();
export const integers: Tensor = tensor([1], { dtype: "int32" });
const listed = arg([[x]]);
export const scalar = (): Tensor => x.sum();

/** A call of each function that works. */
export const calls: Calls<typeof autograd> = {
  valueAndGrad: { takes: { f: scalar, params: arg([x, [x], { x }], [[3], [integers]]) } },
  grad: { takes: { f: sum }, options: { argnums: arg([0, [0]], [-1, 0.5, ["0"]]) } },
  vjp: { takes: { f: sum, inputs: ofKind([x]) }, keeps: true },
  checkpoint: { takes: { f: scalar } },
  gradCheck: {
    takes: { f: sum, inputs: listed },
    options: { eps: arg([1e-6], [0, -1]), atol: positive(1), rtol: positive(1), order: arg([1, 2], [0, 3]) },
  },
  noGrad: { takes: { f: scalar } },
  compile: { takes: { step: scalar } },
  stopGradient: { takes: { x } },
  vmap: {
    takes: { f: sum },
    options: {
      inDims: arg([0, [0, null]], ["0", 0.5, ["0"]]),
      outDims: arg([0], ["0", 0.5]),
      randomness: arg(["error", "same", "different"], ["none"]),
    },
  },
  jvp: { takes: { f: sum, inputs: ofKind(x, [[3]], [x]), tangents: ofKind(x, [[3]], [x]) } },
  hvp: { takes: { f: sum, inputs: ofKind(x, [[3]], [x]), v: ofKind(x, [[3]], [x]) } },
  jacobian: { takes: { f: sum, inputs: ofKind(x, [[3]], [x]) } },
  hessian: { takes: { f: sum, inputs: ofKind(x, [[3]], [x]) } },
};
