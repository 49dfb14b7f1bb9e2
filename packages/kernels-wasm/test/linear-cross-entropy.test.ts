import { compile, grad, valueAndGrad, vmap } from "@saccade/autograd";
import { functional, type LinearCrossEntropyOptions } from "@saccade/nn";
import * as t from "@saccade/tensor";
import { expect, test } from "vitest";

import { wasmBackend } from "../src/index.ts";

t.setBackend(await wasmBackend());

const generator = new t.Generator(3);
const draw = (...shape: number[]): t.Tensor => t.randn(shape, { generator });

/** So many rows and classes that the logits, 17 MiB, come in blocks. */
const [n, classes, width] = [45, 100_000, 2];
const [x, W, bias] = [draw(n, width), draw(classes, width), draw(classes)];
const target = t.arange(n, { dtype: "int32" }).mul(2221);

/** The loss of logits that all exist at once. */
function plain(given: LinearCrossEntropyOptions, places: readonly number[], to: t.Tensor): t.Tensor {
  const { linearBias, ...terms } = given;
  const product = x.matmul(W.t());
  const logits = linearBias ? product.add(linearBias.flatten()) : product;
  return functional.crossEntropy(logits.reshape([n, ...places]), to, terms);
}

const few = target.remainder(3).to("bool");
const weight = draw(classes).abs();
test.each<[name: string, given: LinearCrossEntropyOptions]>([
  ["the mean", {}],
  ["a sum with a bias", { reduction: "sum", linearBias: bias }],
  ["each row", { reduction: "none", linearBias: bias }],
  [
    "weights, smoothing and an ignored class",
    { weight, labelSmoothing: 0.1, ignoreIndex: 0, linearBias: bias },
  ],
])("blocks of rows give the loss and the gradients of all logits: %s", (_name, given) => {
  const watched = [x, W, ...(given.linearBias ? [bias] : []), ...(given.weight ? [weight] : [])];
  const of = (f: () => t.Tensor) => valueAndGrad(() => f().mul(few.to("float32").mean()).sum(), watched);
  const got = of(() => functional.linearCrossEntropy(x, W, target, given));
  const want = of(() => plain(given, [classes], target));
  expect(got.value.item()).toBeCloseTo(want.value.item(), 3);
  got.grads.forEach((g, i) => {
    expect(g.sub(want.grads[i]!).abs().max().item()).toBeLessThan(1e-4);
  });
});

test("places behind the classes, gradients of gradients, compiled steps and vmap", () => {
  const places = [classes / 2, 2];
  const to = target
    .remainder(classes / 2)
    .unsqueeze(1)
    .expand([n, 2]);
  const loss = (W: t.Tensor): t.Tensor => functional.linearCrossEntropy(x, W.reshape([...places, width]), to);
  expect(loss(W).item()).toBeCloseTo(plain({}, places, to).item(), 3);
  const slope = (W: t.Tensor): t.Tensor => grad(loss)(W).mul(W).sum();
  const curvature = grad(slope)(W);
  expect(curvature.isfinite().all().item()).toBe(1);
  const want = grad((W: t.Tensor) =>
    grad((V: t.Tensor) => functional.crossEntropy(x.matmul(V.t()).reshape([n, ...places]), to))(W)
      .mul(W)
      .sum(),
  )(W);
  expect(curvature.sub(want).abs().max().item()).toBeLessThan(1e-5);
  const step = compile(
    (x: t.Tensor) => valueAndGrad(() => functional.linearCrossEntropy(x, W, target), [W]).grads[0]!,
  );
  for (const factor of [1, 2, 3]) {
    const given = x.mul(factor);
    const eager = grad((W: t.Tensor) => functional.linearCrossEntropy(given, W, target))(W);
    expect(step(given).sub(eager).abs().max().item()).toBeLessThan(1e-6);
  }
  const both = vmap((x: t.Tensor) => functional.linearCrossEntropy(x, W, target))(x.unsqueeze(0));
  expect(both.item()).toBeCloseTo(plain({}, [classes], target).item(), 3);
});

test("2,048 rows of 32,000 classes take less than 64 MiB, forward and backward", () => {
  const [rows, many] = [draw(2048, 1), draw(32_000, 1)];
  const to = t.tensor(
    Array.from({ length: 2048 }, (_, i) => i),
    { dtype: "int32" },
  );
  t.resetPeakMemory();
  const start = t.memory().bytes;
  t.scope(() => valueAndGrad(() => functional.linearCrossEntropy(rows, many, to), [rows, many]).value.item());
  expect(t.memory().peak - start).toBeLessThan(64 * 2 ** 20);
});
