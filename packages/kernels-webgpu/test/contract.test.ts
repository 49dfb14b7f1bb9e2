import { ops } from "@saccade/tensor/backend";
import { describe, expect, test } from "vitest";
import { opCases } from "../../autograd/test/op-cases.ts";
import { holdCases } from "../../kernels-wasm/test/contract.ts";
import { dtypeCases, needFloat64, valueCases } from "../../kernels-wasm/test/contract-cases.ts";
import { asHardware, backend, gpu } from "./gpu.ts";

const hardware = typeof gpu === "string" ? null : await asHardware();

describe.skipIf(typeof gpu === "string").each([
  { where: "on the GPU", backend },
  { where: "on the GPU as hardware with the limits of the standard", backend: () => hardware! },
])("$where", ({ backend }) => {
  for (const [name, cases] of Object.entries(opCases)) {
    if (typeof cases === "string" || needFloat64.some((op) => op === name)) continue;
    test(`${name}: values and gradients are the reference's`, () => holdCases(backend(), cases, true));
  }
  test.each([...Object.entries(valueCases), ...Object.entries(dtypeCases)])(
    "%s: values are the reference's",
    (_name, cases) => holdCases(backend(), cases, false),
  );
});

describe.skipIf(typeof gpu === "string")("kernels", () => {
  test("every op that computes has a kernel or a formula, but for those that are named here", () => {
    const onHost = Object.entries(ops)
      .filter(([name, op]) => "forward" in op && !backend().hasKernel(name) && !backend().composes?.(name))
      .map(([name]) => name);
    const hasNone = Object.entries(ops)
      .filter(([name, op]) => "forward" in op && !("formula" in op) && !backend().hasKernel(name))
      .map(([name]) => name);
    expect([...new Set([...onHost, ...hasNone])].sort()).toEqual(
      "conv2d conv2dInput conv2dWeight gruSequenceBackward lstmSequenceBackward maxPoolIndex normal".split(
        " ",
      ),
    );
  });
});
