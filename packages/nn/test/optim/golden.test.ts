import { Tensor } from "@saccade/tensor";
import { expect, test } from "vitest";
import * as nn from "../../src/optim/index.ts";
import { camelOptions, expectClose, type GoldenCase, golden, goldenAll, goldenCases } from "./golden.ts";

function make(entry: GoldenCase, params: Record<string, Tensor>): Pick<nn.Optimizer, "update" | "stateDict"> {
  const [, kind = ""] = entry.op.split(".");
  return Reflect.construct(Object(Reflect.get(nn, kind)), [params, camelOptions(entry.attrs)]);
}

test.each(goldenCases("optim/").map((entry) => [entry.name, entry] as const))(
  "PyTorch's %s",
  (name, entry) => {
    // PyTorch's Muon iterates in bfloat16.
    const within = name.endsWith("bfloat16") ? 5e-3 : 1e-5;
    const params = goldenAll(entry.params!);
    const optimizer = make(entry, params);
    entry.step_grads!.forEach((named, step) => {
      const grads = Object.entries(named).map(([name, grad]) => [name, grad && golden(grad)] as const);
      optimizer.update(Object.fromEntries(grads));
      for (const [name, wanted] of Object.entries(entry.step_params![step]!)) {
        expectClose(params[name]!, wanted, `step ${step} ${name}`, within);
      }
    });
    const { state } = optimizer.stateDict();
    Object.keys(params).forEach((name, i) => {
      for (const [key, wanted] of Object.entries(entry.state_after?.[name] ?? {})) {
        const value = state[i]![key];
        if (wanted === null) expect(value).toBeUndefined();
        else if (typeof wanted === "number") expect(value).toBe(wanted);
        else if (value instanceof Tensor) expectClose(value, wanted, `${name} ${key}`);
        else expect([value]).toEqual(wanted.data);
      }
    });
  },
);
