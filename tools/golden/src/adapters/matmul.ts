import { addmm, bmm, dot, einsum, matmul, mv, outer, type Tensor } from "@saccade/tensor";
import { type Adapters, type OpAdapter, op } from "../adapter.ts";
import { asNumber, given } from "../case.ts";

const product = (f: (a: Tensor, b: Tensor) => Tensor, second: string): OpAdapter =>
  op((inputs) => f(inputs.get("input"), inputs.get(second)));

/** Products of matrices and vectors. */
export const products: Adapters = {
  matmul: product(matmul, "other"),
  bmm: product(bmm, "mat2"),
  mv: product(mv, "vec"),
  outer: product(outer, "vec2"),
  dot: product(dot, "tensor"),
  addmm: op((inputs, attrs) =>
    addmm(
      inputs.get("input"),
      inputs.get("mat1"),
      inputs.get("mat2"),
      given({ beta: attrs.maybe("beta", asNumber), alpha: attrs.maybe("alpha", asNumber) }),
    ),
  ),
  einsum: op((inputs, attrs) => einsum(attrs.text("equation"), ...inputs.numbered("x"))),
};
