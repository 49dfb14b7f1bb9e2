import { ones, referenceBackend } from "@saccade/tensor";
import { call, refuses, walk } from "../../tensor/test/walk.ts";
import * as autograd from "../src/index.ts";
import { calls, integers, sum, x } from "./autograd.calls.ts";

walk(autograd, calls);

// biome-ignore format: a call a line
refuses([
  ["vjp: input 0 must be a tensor, got 1", () => call(autograd.vjp, sum, [1])],
  ["valueAndGrad: no parameter is on the path to the loss. Compute it from", () => autograd.valueAndGrad(() => sum(ones([2])), [x])],
  ["params has a, b.", () => autograd.valueAndGrad(() => x.detach().sum(), { a: x, b: ones([1]) })],
  ["write net.namedParameters()", () => call(autograd.valueAndGrad, sum, Object.assign(Object.create({ namedParameters: () => ({}) }), {}))],
  ['Convert it with to("float32")', () => call(autograd.valueAndGrad, sum, { w: integers })],
  ["no parameters given", () => call(autograd.valueAndGrad, sum, {})],
  ["params is int32", () => call(autograd.valueAndGrad, sum, integers)],
  ["valueAndGrad: the callback's result must be a tensor, got 3", () => call(autograd.valueAndGrad, () => 3, x)],
  ["valueAndGrad: the loss must be a tensor, got 3", () => call(autograd.valueAndGrad, () => ({ loss: 3 }), x)],
  [/float32\[2\].*only a single number has a gradient.*sum\(\) or mean\(\)/, () => call(autograd.valueAndGrad, () => x.mul(2), x)],
  ["valueAndGrad: the callback returned a promise", () => call(autograd.valueAndGrad, async () => x.sum(), x)],
  ['grad: argnums must be a whole number ≥ 0, or a list of them, got ["0"]', () => call(autograd.grad, sum, { argnums: ["0"] })],
  ["grad: argument 1 must be a tensor, got undefined", () => call(call(autograd.grad, sum, { argnums: 1 }), x)],
  ["vjp: the function's result must be a tensor or a list of tensors, got 3", () => call(autograd.vjp, () => 3, [x])],
  ["vjp: cotangents must be a tensor or a list of tensors, got undefined", () => call(autograd.vjp(sum as never, [x]).pullBack)],
  ["grad: the result is float32[2], but only a single number has a gradient", () => autograd.grad((a: typeof x) => a)(x)],
  ['got int32[2] on the backend reference; to() converts', () => autograd.vjp((a) => a!.mul(2), [x]).pullBack(x.to("int32"))],
  ["got float32[2] on the backend other", () => autograd.vjp((a) => a!.mul(2), [x]).pullBack(x.to({ ...referenceBackend(), name: "other" }))],
  ["checkpoint: the function's result must be a tensor", () => call(autograd.checkpoint, () => 3)],
  ["checkpoint: the callback returned a promise", () => call(autograd.checkpoint, async () => x)],
  ["noGrad: the callback returned a promise", () => call(autograd.noGrad, async () => x)],
  ["jacobian: inputs must be a tensor or a list of some, got []; write [x]", () => call(autograd.jacobian, sum, [])],
  ["hessian: inputs must be a tensor or a list of some, got []", () => call(autograd.hessian, sum, [])],
  ["hvp: inputs must be a tensor or a list of some, got []", () => call(autograd.hvp, sum, [], [])],
  ["gradCheck: no input is of floats", () => call(autograd.gradCheck, sum, [integers])],
]);
