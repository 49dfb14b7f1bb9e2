import { ops } from "@saccade/tensor/backend";
import { describe, expect, test } from "vitest";
import { opCases } from "../../autograd/test/op-cases.ts";
import { calls as publicCalls } from "../../tensor/test/arguments/calls.ts";
import { holdCases } from "./contract.ts";
import { dtypeCases, needFloat64, valueCases } from "./contract-cases.ts";
import { backends } from "./hosts.ts";

test("every op is held against the reference", () => {
  // random.test.ts, convolution.test.ts and half.test.ts; every-function.test.ts has those that are public.
  const elsewhere = ["uniform", "normal", "maxPoolIndex", "widenHalf", ...Object.keys(publicCalls)];
  const missing = Object.entries(opCases)
    // "a gradient": an op that another op's gradient runs.
    .filter(([, cases]) => typeof cases === "string" && cases !== "a gradient")
    .map(([name]) => name)
    .filter((name) => !(name in valueCases) && !elsewhere.includes(name));
  expect(missing).toEqual([]);
});

describe.each(await backends())("%s", (_way, backend) => {
  for (const [name, cases] of Object.entries(opCases)) {
    if (typeof cases === "string" || needFloat64.some((op) => op === name)) continue;
    test(`${name}: values and gradients are the reference's`, () => holdCases(backend, cases, true));
  }
  test.each([...Object.entries(valueCases), ...Object.entries(dtypeCases)])(
    "%s: values are the reference's",
    (_name, cases) => holdCases(backend, cases, false),
  );

  test("every op that computes has a kernel, by its own name", () => {
    // Of one element, and one draw after the other: the reference runs on the backend's memory.
    const onHost = ["clipFactor", "multinomial"];
    const computing = Object.entries(ops).filter(([, op]) => "forward" in op);
    const missing = computing.filter(([name]) => !backend.hasKernel(name));
    expect(missing.map(([name]) => name)).toEqual(onHost);
    for (const [name, op] of computing) expect(op.name).toBe(name);
    expect(backend.hasKernel("double")).toBe(false);
  });
});
