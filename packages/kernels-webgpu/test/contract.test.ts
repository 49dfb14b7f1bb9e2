import { ops } from "@saccade/tensor/backend";
import { describe, expect, test } from "vitest";
import { opCases } from "../../autograd/test/op-cases.ts";
import { holdCases } from "../../kernels-wasm/test/contract.ts";
import { dtypeCases, needFloat64, valueCases } from "../../kernels-wasm/test/contract-cases.ts";
import { backend, devices, gpu } from "./gpu.ts";

// On a GPU in software a case takes as long as its kernels take to compile. The short suite has the first case of each op;
// on the second device the others wait for the night.
for (const { place, backend, tags } of devices) {
  const more = tags.length === 0 ? "all" : "long";
  describe.skipIf(typeof gpu === "string")(place, { tags }, () => {
    for (const [name, cases] of Object.entries(opCases)) {
      if (typeof cases === "string" || needFloat64.some((op) => op === name)) continue;
      // An LSTM's kernels are a GRU's, with another cell.
      const isOther = name === "lstmSequence";
      test(`${name}: values and gradients are the reference's`, { tags: isOther ? "all" : [] }, () =>
        holdCases(backend(), cases.slice(0, 1), true),
      );
      if (cases.length === 1) continue;
      test(`${name}: values and gradients of ${cases.length - 1} more cases`, { tags: more }, () =>
        holdCases(backend(), cases.slice(1), true),
      );
    }
    for (const [name, cases] of Object.entries({ ...valueCases, ...dtypeCases })) {
      const isSequence = name.includes("Sequence");
      test(`${name}: values are the reference's`, { tags: isSequence ? "all" : [] }, () =>
        holdCases(backend(), cases, false),
      );
    }
  });
}

describe.skipIf(typeof gpu === "string")("kernels", () => {
  test("every op that computes has a kernel or a formula, but for those that are named here", () => {
    const onHost = Object.entries(ops)
      .filter(([name, op]) => "forward" in op && !backend().hasKernel(name) && !backend().composes?.(name))
      .map(([name]) => name);
    const hasNone = Object.entries(ops)
      .filter(([name, op]) => "forward" in op && !("formula" in op) && !backend().hasKernel(name))
      .map(([name]) => name);
    expect([...new Set([...onHost, ...hasNone])]).toEqual(["normal"]);
  });
});
