import { memory, type Tensor, tensor } from "@saccade/tensor";
import { describe, expect, test } from "vitest";
import { gradCheck, hessian, hvp, jacobian, jvp } from "../src/index.ts";
import { near as close } from "./helpers.ts";

const x = tensor([[0.3, -0.7], [1.1, 0.4], [-0.2, 0.9]], { dtype: "float64" }); // biome-ignore format: one line
const w = tensor([[0.5, 1, -0.3], [0.2, -0.8, 0.6]], { dtype: "float64" }); // biome-ignore format: one line
const net = (a: Tensor, b: Tensor): Tensor => b.matmul(a).tanh().softmax(0);
const loss = (a: Tensor, b: Tensor): Tensor => net(a, b).square().sum().add(a.mul(b.t()).exp().sum());

/** The derivative along v by central differences. */
function along(f: (t: Tensor) => Tensor, at: Tensor, v: Tensor, step: number = 1e-5): Tensor {
  return f(at.add(v.mul(step)))
    .sub(f(at.sub(v.mul(step))))
    .div(2 * step);
}

const near = (got: Tensor, want: Tensor, tolerance: number = 1e-7): void => close(got, want, tolerance);

describe("jvp", () => {
  test("is the derivative along the tangents", () => {
    const v = x.mul(0.7).add(0.1);
    const { value, tangent } = jvp((a) => net(a, w), x, v);
    near(value, net(x, w), 1e-12);
    near(
      tangent,
      along((a) => net(a, w), x, v),
    );
    const [both] = [jvp((a, b) => [net(a, b), b.sum()], [x, w], [v, w])];
    near(both.tangent[0]!, along((a) => net(a, w), x, v).add(along((b) => net(x, b), w, w)));
    near(both.tangent[1]!, w.sum());
  });

  test("is differentiable", () => {
    gradCheck((a) => jvp((b) => net(b, w), a, a).tangent.sum(), [x]);
  });
});

describe("jacobian and hessian", () => {
  test("hold every derivative, in the shapes of output and input", () => {
    const full = jacobian((a) => net(a, w), x);
    expect(full.shape).toEqual([2, 2, 3, 2]);
    const v = x.mul(0.3).sub(0.2);
    near(full.mul(v).sum([2, 3]), jvp((a) => net(a, w), x, v).tangent, 1e-12);
    const lists = jacobian((a, b) => [net(a, b), a.mul(2)], [x, w]);
    near(lists[0]![0]!, full, 1e-12);
    near(lists[1]![1]!, w.mul(0).expand([3, 2, 2, 3]), 1e-12);
  });

  test("hessian times v is hvp, and it is symmetric", () => {
    const v = x.mul(0.7).add(0.1);
    const all = hessian((a) => loss(a, w), x);
    expect(all.shape).toEqual([3, 2, 3, 2]);
    near(all, all.permute([2, 3, 0, 1]), 1e-10);
    const product = hvp((a) => loss(a, w), x, v);
    near(all.mul(v).sum([2, 3]), product.hvp, 1e-10);
    near(product.value, loss(x, w), 1e-12);
    const blocks = hessian(loss, [x, w]);
    near(blocks[0]![1]!, blocks[1]![0]!.permute([2, 3, 0, 1]), 1e-10);
  });

  test("keep nothing but their results", () => {
    const before = memory().tensors;
    const all = hessian((a) => loss(a, w), x);
    const { value, hvp: product } = hvp((a) => loss(a, w), x, x);
    const { value: y, tangent } = jvp((a) => net(a, w), x, x);
    // A single number leaves the backend's memory.
    expect(memory().tensors).toBe(before + 4);
    for (const one of [all, value, product, y, tangent]) one.dispose();
  });

  test("of no elements is empty", () => {
    expect(jacobian((a) => a.narrow(0, 0, 0), x).shape).toEqual([0, 2, 3, 2]);
  });

  test("wrong calls name the argument and the fix", () => {
    expect(() => hessian((a) => a, x)).toThrow("hessian: f returns float64[3, 2], expected a single number");
    expect(() => hvp((a) => a.sum(), x, w)).toThrow(
      "hvp: v 0 is float64[2, 3], expected the shape of its input",
    );
    expect(() => jvp((a) => a, [x], [x, x])).toThrow("jvp: tangents has 2 tensors for 1 inputs");
  });
});
