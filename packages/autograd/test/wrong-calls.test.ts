import { ones, referenceBackend, tensor } from "@saccade/tensor";
import { describe, expect, test } from "vitest";
import * as autograd from "../src/index.ts";

function call(f: unknown, ...args: readonly unknown[]): unknown {
  if (typeof f !== "function") throw new Error("call: not a function");
  return Reflect.apply(f, undefined, args);
}

/** Fails unless `f` throws a named error of the library with the message. */
function expectRefused(f: () => unknown, message: string): void {
  let error: unknown;
  try {
    f();
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(Error);
  const { name, message: text } = error as Error;
  expect(text).toContain(message);
  expect(text).not.toMatch(/is not a function|not iterable|Cannot |of undefined|of null/);
  expect(["Error", "TypeError", "RangeError"]).not.toContain(name);
}

const x = ones([2]);
const sum = (a: typeof x): typeof x => a.sum();
const integers = tensor([1], { dtype: "int32" });

describe.each([
  ["valueAndGrad", autograd.valueAndGrad, "f"],
  ["grad", autograd.grad, "f"],
  ["vjp", autograd.vjp, "f"],
  ["checkpoint", autograd.checkpoint, "f"],
  ["gradCheck", autograd.gradCheck, "f"],
  ["noGrad", autograd.noGrad, "f"],
  ["compile", autograd.compile, "step"],
])("%s", (name, f, argument) => {
  test("takes a function", () => {
    for (const value of [undefined, null, 3, "f", [sum], {}, x])
      expectRefused(
        () => call(f, ...[value, x].slice(0, f.length)),
        `${name}: ${argument} must be a function, got`,
      );
  });
});

const wrong: readonly (readonly [string, string, () => unknown])[] = [
  [
    "no params",
    "valueAndGrad: params must be a tensor, a list or a record",
    () => call(autograd.valueAndGrad, sum),
  ],
  [
    "a loss that reaches no parameter",
    "valueAndGrad: no parameter is on the path to the loss. Compute it from",
    () => autograd.valueAndGrad(() => sum(ones([2])), [x]),
  ],
  [
    "a detached loss",
    "params has a, b.",
    () => autograd.valueAndGrad(() => x.detach().sum(), { a: x, b: ones([1]) }),
  ],
  ["null params", "valueAndGrad: params must be a tensor", () => call(autograd.valueAndGrad, sum, null)],
  [
    "params in a Map",
    "valueAndGrad: params must be a tensor",
    () => call(autograd.valueAndGrad, sum, new Map()),
  ],
  [
    "a module as params",
    "write net.namedParameters()",
    () => call(autograd.valueAndGrad, sum, Object.assign(Object.create({ namedParameters: () => ({}) }), {})),
  ],
  [
    "numbers as params",
    "valueAndGrad: params.0 must be a tensor, got 3",
    () => call(autograd.valueAndGrad, sum, [3]),
  ],
  [
    "integers as params",
    'Convert it with to("float32")',
    () => call(autograd.valueAndGrad, sum, { w: integers }),
  ],
  ["no parameters", "no parameters given", () => call(autograd.valueAndGrad, sum, {})],
  [
    "a loss that is a number",
    "valueAndGrad: the callback's result must be a tensor, got 3",
    () => call(autograd.valueAndGrad, () => 3, x),
  ],
  [
    "nothing as loss",
    "valueAndGrad: the callback's result must be a tensor, got undefined",
    () => call(autograd.valueAndGrad, () => undefined, x),
  ],
  [
    "a loss in a record",
    "valueAndGrad: the loss must be a tensor, got 3",
    () => call(autograd.valueAndGrad, () => ({ loss: 3 }), x),
  ],
  [
    "a vector as loss",
    "only a single number has a gradient",
    () => call(autograd.valueAndGrad, () => x.mul(2), x),
  ],
  [
    "a promise",
    "valueAndGrad: the callback returned a promise",
    () => call(autograd.valueAndGrad, async () => x.sum(), x),
  ],
  ["argnums by position", "grad: options must be an object, got 1", () => call(autograd.grad, sum, 1)],
  ["argnum", 'did you mean "argnums"?', () => call(autograd.grad, sum, { argnum: 1 })],
  [
    "argnums of -1",
    "grad: argnums must be a whole number ≥ 0, or a list of them, got -1",
    () => call(autograd.grad, sum, { argnums: -1 }),
  ],
  [
    "argnums as a string",
    'grad: argnums must be a whole number ≥ 0, or a list of them, got ["0"]',
    () => call(autograd.grad, sum, { argnums: ["0"] }),
  ],
  [
    "an argument that is missing",
    "grad: argument 1 must be a tensor, got undefined",
    () => call(call(autograd.grad, sum, { argnums: 1 }), x),
  ],
  [
    "a number to differentiate",
    "grad: argument 0 must be a tensor, got 2",
    () => call(call(autograd.grad, sum), 2),
  ],
  ["inputs that are one tensor", "vjp: inputs must be a list of tensors", () => call(autograd.vjp, sum, x)],
  ["inputs that are numbers", "vjp: input 0 must be a tensor, got 1", () => call(autograd.vjp, sum, [1])],
  [
    "outputs that are numbers",
    "vjp: the function's result must be a tensor or a list of tensors, got 3",
    () => call(autograd.vjp, () => 3, [x]),
  ],
  [
    "no cotangent",
    "vjp: cotangents must be a tensor or a list of tensors, got undefined",
    () => call(autograd.vjp(sum as never, [x]).pullBack),
  ],
  [
    "a number as cotangent",
    "vjp: cotangents must be a tensor or a list of tensors, got 1",
    () => call(autograd.vjp(sum as never, [x]).pullBack, 1),
  ],
  ["checkpoint(f, x)", "checkpoint: it takes one argument", () => call(autograd.checkpoint, sum, x)],
  [
    "a vector's gradient",
    "grad: the result is float32[2], but only a single number has a gradient",
    () => autograd.grad((a: typeof x) => a)(x),
  ],
  [
    "cotangents of another dtype",
    "got int32[2] on the backend reference; to() converts",
    () => autograd.vjp((a) => a!.mul(2), [x]).pullBack(x.to("int32")),
  ],
  [
    "cotangents on another backend",
    "got float32[2] on the backend other",
    () => autograd.vjp((a) => a!.mul(2), [x]).pullBack(x.to({ ...referenceBackend(), name: "other" })),
  ],
  [
    "a checkpoint of a number",
    "checkpoint: the function's result must be a tensor",
    () => call(autograd.checkpoint, () => 3),
  ],
  ["a checkpoint of a promise", "promise", () => call(autograd.checkpoint, async () => x)],
  ["a promise without gradients", "promise", () => call(autograd.noGrad, async () => x)],
  [
    "stopGradient of a number",
    "stopGradient: x must be a tensor, got 3",
    () => call(autograd.stopGradient, 3),
  ],
  [
    "gradCheck of one tensor",
    "gradCheck: inputs must be an array of tensors",
    () => call(autograd.gradCheck, sum, x),
  ],
  [
    "gradCheck of integers",
    "gradCheck: no input is of floats",
    () => call(autograd.gradCheck, sum, [integers]),
  ],
  [
    "gradCheck of order 3",
    "gradCheck: order must be 1 or 2, got 3",
    () => call(autograd.gradCheck, sum, [x], { order: 3 }),
  ],
  [
    "gradCheck(f, xs, 1e-6)",
    "gradCheck: options must be an object, got 0.000001",
    () => call(autograd.gradCheck, sum, [x], 1e-6),
  ],
  [
    "gradCheck's eps of 0",
    "gradCheck: eps must be a finite number > 0, got 0",
    () => call(autograd.gradCheck, sum, [x], { eps: 0 }),
  ],
  [
    "gradCheck's atol of NaN",
    "gradCheck: atol must be a finite number",
    () => call(autograd.gradCheck, sum, [x], { atol: Number.NaN }),
  ],
];

test.each(wrong)("%s: refused", (_given, message, f) => {
  expectRefused(f, message);
});
