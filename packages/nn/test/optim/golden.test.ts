import { Tensor } from "@saccade/tensor";
import { expect, test } from "vitest";
import {
  Adadelta,
  Adagrad,
  Adam,
  Adamax,
  AdamW,
  ASGD,
  clipGradNorm,
  clipGradValue,
  Lion,
  Muon,
  NAdam,
  type Optimizer,
  RAdam,
  RMSprop,
  Rprop,
  SGD,
} from "../../src/optim/index.ts";
import { camelOptions, expectClose, type GoldenCase, golden, goldenAll, goldenCases } from "./golden.ts";

const kinds = { SGD, Adam, AdamW, RMSprop, Adagrad, NAdam, RAdam, Adamax, Adadelta, Lion, Muon, ASGD, Rprop };

function make(entry: GoldenCase, params: Record<string, Tensor>): Pick<Optimizer, "update" | "stateDict"> {
  if (entry.attrs.groups) {
    const groups = entry.attrs.groups.map((group) => ({
      params: Object.fromEntries(group.params.map((name) => [name, params[name]!])),
      lr: group.lr,
      weightDecay: group.weight_decay,
    }));
    return new AdamW(groups);
  }
  const [, kind = ""] = entry.op.split(".");
  const options: object = camelOptions(entry.attrs);
  const found = Object.entries(kinds).find(([name]) => name === kind)!;
  return Reflect.construct(found[1], [params, options]);
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

test.each(
  [...goldenCases("clip_grad_norm/"), ...goldenCases("d2l")].map((entry) => [entry.name, entry] as const),
)("PyTorch's %s", (_, entry) => {
  const grads = goldenAll(entry.inputs!);
  const { theta, max_norm, norm_type } = entry.attrs;
  const clipped =
    theta === undefined
      ? clipGradNorm(grads, Number(max_norm), {
          normType: norm_type === "float:inf" ? Number.POSITIVE_INFINITY : Number(norm_type),
        })
      : clipGradNorm(grads, Number(theta), { eps: 0 });
  const { total_norm, ...wanted } = entry.outputs!;
  expectClose(clipped.norm, total_norm!, "norm");
  for (const [name, grad] of Object.entries(wanted)) expectClose(clipped.grads[name]!, grad, name);
});

test("PyTorch's clip_grad_value", () => {
  for (const entry of goldenCases("clip_grad_value")) {
    const clipped = clipGradValue(goldenAll(entry.inputs!), Number(entry.attrs["clip_value"]));
    for (const [name, grad] of Object.entries(entry.outputs!)) expectClose(clipped[name]!, grad, name);
  }
});
