import {
  apply1,
  type HostArray,
  inOrder,
  isFloat,
  numelOf,
  type Op,
  tensors,
  typedArray,
} from "../../kit.ts";
import type { Tensor } from "../../tensor.ts";
import { noAttrs } from "../elementwise/map.ts";
import { sumTo } from "../views/view.ts";
import { matmul, multiplyRows } from "./matmul.ts";

/** x (…, n, in), weight (out, in), optional bias (out) → (…, n, out). */
export const linearOp: Op<readonly Tensor[], readonly [Tensor], object> = {
  name: "linear",
  infer: ([x, weight]) => [{ shape: [...x!.shape.slice(0, -1), weight!.shape[0]!], dtype: x!.dtype }],
  forward: ([x, weight, bias], [out]) => linearForward(x!, weight!, bias, out),
  gradient: ([g], [x, weight, bias]) => {
    const rows = (y: Tensor): Tensor => y.reshape([numelOf(y.shape.slice(0, -1)), y.size(-1)]);
    const dWeight = (): Tensor => matmul(rows(g).t(), rows(x!));
    return [() => matmul(g, weight!), dWeight, ...(bias ? [() => sumTo(g, bias.shape)] : [])];
  },
};

function linearForward(x: HostArray, weight: HostArray, bias: HostArray | undefined, out: HostArray): void {
  const [m, k] = [weight.shape[0]!, weight.shape[1]!];
  const n = numelOf(x.shape.slice(0, -1));
  const turned = typedArray(weight.dtype, k * m);
  const w = inOrder(weight);
  for (let i = 0; i < m; i++) for (let p = 0; p < k; p++) turned[p * m + i] = w.data[w.offset + i * k + p]!;
  const rows = inOrder(x);
  multiplyRows(rows.data, rows.offset, turned, 0, out.data, 0, n, k, m);
  if (bias === undefined) return;
  const b = inOrder(bias);
  for (let row = 0; row < n; row++) {
    const at = row * m;
    for (let i = 0; i < m; i++) out.data[at + i] = out.data[at + i]! + b.data[b.offset + i]!;
  }
}

// Checked on each call: layers own their weights, but a program may have replaced them. A few
// comparisons suffice for most calls; the contract has the message.
const linearInputs = /* @__PURE__ */ tensors("linear", "x (…, in)  weight (out, in)  bias? (out)");

/**
 * x Wᵀ + b over the last dim, as one op: x (…, in), weight (out, in), bias (out) → (…, out).
 *
 * @throws ShapeError if the sizes do not match.
 * @example linear(tensor([[1, 2]]), tensor([[1, 1], [1, -1]]), tensor([10, 10])) // tensor([[13, 9]])
 */
export function linear(x: Tensor, weight: Tensor, bias?: Tensor | null): Tensor {
  const [out, size] = weight.shape;
  const fits =
    weight.ndim === 2 && x.shape.at(-1) === size && (!bias || (bias.ndim === 1 && bias.numel === out));
  if (!fits) linearInputs.check([x, weight, bias]);
  const inputs = bias ? [x, weight, bias] : [x, weight];
  if (!isFloat(x.dtype) || inputs.some(({ dtype }) => dtype !== x.dtype)) {
    const product = matmul(x, weight.t());
    return bias ? product.add(bias) : product;
  }
  if (x.ndim === 1) return linear(x.unsqueeze(0), weight, bias).squeeze(0);
  return apply1(linearOp, inputs, noAttrs);
}
