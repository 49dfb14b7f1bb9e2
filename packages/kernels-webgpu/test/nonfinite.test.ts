import * as nn from "@saccade/nn";
import { type Tensor, tensor } from "@saccade/tensor";
import { describe, expect, test } from "vitest";
import {
  type Closeness,
  calls,
  holdAgainstReference,
  type Program,
} from "../../kernels-wasm/test/contract.ts";
import { backend, gpu } from "./gpu.ts";

// NaN goes through every kernel, and infinities and large numbers are no other ones: values and gradients.

const { NaN: nan, POSITIVE_INFINITY: inf } = Number;
const odd = [nan, inf, -inf, 0, -0, 1, -2.5, 0.5, 3e38, -3e38, 1e20, -1e20, 7];
const wild = tensor(odd);
const square = wild.unsqueeze(1).add(wild.unsqueeze(0).mul(0)); // each beside each
const signs = tensor(odd.map((_, i) => (i % 2 === 0 ? 1 : -1)));

// SwiftShader flushes subnormal results.
const close: Closeness = { relative: 2e-5, absolute: 1e-30 };
const held = (program: Program, inputs: readonly Tensor[], gradients = true): void =>
  holdAgainstReference(backend(), program, inputs, { gradients, close });

describe.skipIf(typeof gpu === "string")("NaN, infinities and large numbers on the GPU", () => {
  const of1 =
    "neg abs sign square exp expm1 log log1p log2 sqrt rsqrt reciprocal sin cos tanh floor ceil trunc round relu sigmoid erf gelu silu softplus logSigmoid";
  test.each(of1.split(" "))("%s", (name) => held((x) => calls(x!, name), [wild], false));

  const of2 =
    "add sub mul div pow maximum minimum eq ne lt le gt ge logicalAnd logicalOr logicalXor remainder fmod floorDivide";
  test.each(of2.split(" "))("%s", (name) => held((x, y) => calls(x!, name, y), [square, square.t()], false));

  const programs: Readonly<Record<string, Program>> = {
    "clamp to both bounds": (x) => x!.clamp({ min: -1, max: 2 }),
    "clamp to one bound": (x) => [x!.clamp({ min: -1 }), x!.clamp({ max: 2 })],
    "clamp to infinite bounds": (x) => x!.clamp({ min: -inf, max: inf }),
    hardtanh: (x) => nn.functional.hardtanh(x!),
    relu6: (x) => nn.functional.relu6(x!),
    leakyRelu: (x) => nn.functional.leakyRelu(x!),
    elu: (x) => nn.functional.elu(x!),
    hingeEmbeddingLoss: (x, t) => nn.hingeEmbeddingLoss(x!, t!.detach(), { reduction: "none" }),
    marginRankingLoss: (x, t) => nn.marginRankingLoss(x!, t!, t!.detach(), { reduction: "none" }),
    softMarginLoss: (x, t) => nn.softMarginLoss(x!, t!.detach(), { reduction: "none" }),
    huberLoss: (x, t) => nn.huberLoss(x!, t!, { reduction: "none" }),
    bceWithLogits: (x, t) => nn.bceWithLogits(x!, t!.relu(), { reduction: "none" }),
    binaryCrossEntropy: (x, t) =>
      nn.binaryCrossEntropy(x!.clamp({ min: 0, max: 1 }), t!.relu(), { reduction: "none" }),
    multiMarginLoss: (x) => nn.multiMarginLoss(x!.unsqueeze(1), x!.mul(0).ne(0).to("int32").mul(0)),
  };
  test.each(Object.entries(programs))("%s", (_name, program) => held(program, [wild, signs]));

  test.each([0, 1, 2, 3, inf, -inf])("norms of order %s", (p) => {
    for (const x of [wild, tensor([nan, 1]), tensor([1, inf]), tensor([1, 2, -0])])
      held((y) => [y!.norm({ p }), y!.norm({ p, dim: 0 })], [x], false);
  });

  test("NaN and subnormal numbers are true", () => {
    for (const x of [tensor([1, nan]), tensor([0, nan]), tensor([1e-40, -1e-40]), tensor([0, -0])])
      held(
        (y) => [
          ...calls(y!, "all any logicalNot"),
          ...calls(y!, "logicalAnd logicalOr logicalXor", y!.flip(0)),
        ],
        [x],
        false,
      );
  });

  test("extremes, sums, softmax and logsumexp", () => {
    for (const x of [wild, tensor([1, nan]), tensor([-inf, -inf]), tensor([inf, 1])])
      held(
        (y) => [...calls(y!, "sum mean amax amin argmax argmin"), y!.logsumexp(0), y!.softmax(0)],
        [x],
        false,
      );
  });

  test("what clips gradients", () => {
    for (const x of [wild, tensor([nan, 1]), tensor([inf, 1]), tensor([3, 4])]) {
      held((y) => nn.clipGradValue([y!], 0.5) as Tensor[], [x], false);
      for (const normType of [1, 2, inf])
        held(
          (y) => {
            const { grads, norm } = nn.clipGradNorm([y!], 1, { normType });
            return [...(grads as Tensor[]), norm];
          },
          [x],
          false,
        );
    }
  });

  test("powers whose exponents are no small whole numbers", () => {
    const exponents = [1e20, -1e20, 3e38, -3e38, 16777215, 2.5, 1e-20, 1e10, -1e10];
    const bases = [0.5, 2, 1.0000001, 0.9999999, -1, -2, -0.5, 1, 0, -0, 3, 1e30, 1e-30];
    const x = tensor(bases).unsqueeze(1).add(tensor(exponents).mul(0));
    const y = tensor(exponents).unsqueeze(0).add(x.mul(0));
    held((a, b) => a!.pow(b!), [x, y], false);
    for (const exponent of exponents) held((a) => a!.pow(exponent), [tensor(bases)], false);
    expect(x.shape).toEqual([13, 9]);
  });

  test.each(["Adam", "RMSprop"] as const)("steps of %s", (name) => {
    const steps: Program = (g) => {
      const w = new nn.Parameter(g!.mul(0).add(1));
      const options = { Adam: { amsgrad: true }, RMSprop: { centered: true } };
      const optimizer = new { Adam: nn.Adam, RMSprop: nn.RMSprop }[name]([w], options[name]);
      optimizer.update([g!]);
      optimizer.update([g!.neg()]);
      return w.detach();
    };
    held(steps, [tensor([nan, 1, inf, 0.5])], false);
  });
});
