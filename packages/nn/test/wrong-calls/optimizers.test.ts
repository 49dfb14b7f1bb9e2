import { ones, referenceBackend, type Tensor, tensor } from "@saccade/tensor";
import { describe, expect, test } from "vitest";
import * as nn from "../../src/index.ts";
import { call, callMethod, expectRefused, type WrongCall } from "./helpers.ts";

const kinds = [
  ["SGD", nn.SGD],
  ["Adam", nn.Adam],
  ["AdamW", nn.AdamW],
  ["RMSprop", nn.RMSprop],
  ["Adagrad", nn.Adagrad],
] as const;

const notNumbers = [null, "0.1", Number.NaN, Number.POSITIVE_INFINITY, -1, true, [0.1], tensor(0.1)];

function set(owner: object, name: string, value: unknown): void {
  Reflect.set(owner, name, value);
}

describe.each(kinds)("%s", (name, Kind) => {
  const make = (): nn.Optimizer => new Kind(new nn.Linear(2, 1));

  test("refuses what holds no parameters", () => {
    for (const value of [undefined, null, 3, "net", true, tensor(1), () => [], new Map(), new Set()])
      expectRefused(
        () => call(Kind, value),
        `${name}: params must be a Module, a list of tensors or a record`,
      );
    for (const value of [[], {}, new nn.ReLU(), [{ params: [] }]])
      expectRefused(() => call(Kind, value), `${name}: no parameters were given`);
    expectRefused(() => call(Kind, [3]), `${name}: parameter 0 is 3, not a tensor`);
    expectRefused(() => call(Kind, [new nn.Linear(1, 1)]), "write [{ params: net.a }, { params: net.b }]");
    expectRefused(() => call(Kind, [tensor([1], { dtype: "int32" })]), "only float tensors can be trained");
    expectRefused(
      () => call(Kind, [{ params: [tensor(1)] }, new nn.Linear(1, 1)]),
      "group 1 must be an object",
    );
    expectRefused(() => call(Kind, [{ params: null }]), "group 0: params must be a Module");
  });

  test("refuses anything but an object of known options behind them", () => {
    for (const value of [null, 0.1, "0.1", true, [0.1], tensor(1)])
      expectRefused(() => call(Kind, [tensor(1)], value), `${name}: options must be an object`);
    expectRefused(() => call(Kind, [tensor(1)], { learning_rate: 1 }), "write lr");
    expectRefused(() => call(Kind, [tensor(1)], { weight_decay: 1 }), 'did you mean "weightDecay"?');
    expectRefused(() => call(Kind, [{ params: [tensor(1)], LR: 1 }]), 'did you mean "lr"?');
    expectRefused(() => call(Kind, [{ params: [tensor(1)], clipGradNorm: 1 }]), 'no option "clipGradNorm"');
  });

  test("refuses values out of range, in the constructor, in a group, and when they are set", () => {
    const optimizer = make();
    const group = optimizer.paramGroups[0]!;
    const before = { ...group };
    for (const option of Object.keys(group).filter((key) => key !== "params")) {
      const like: unknown = Reflect.get(group, option);
      const values = typeof like === "boolean" ? [1, 0, "true", null] : notNumbers;
      for (const value of values) {
        if (option === "dampening" && value === -1) continue; // PyTorch allows it
        expectRefused(() => call(Kind, [tensor(1)], { [option]: value }), `${name}: ${option}`);
        expectRefused(() => call(Kind, [{ params: [tensor(1)], [option]: value }]), `${name}: ${option}`);
        expectRefused(() => set(group, option, value), `${name}: ${option}`);
      }
      expectRefused(() => set(group, option, undefined), `${name}: ${option}`);
    }
    for (const value of [...notNumbers, undefined])
      expectRefused(() => set(optimizer, "lr", value), `${name}: lr`);
    expectRefused(() => set(group, "learningRate", 1), "write lr");
    expectRefused(() => set(group, "params", []), 'no option "params"');
    expectRefused(() => Reflect.deleteProperty(group, "lr"), "lr");
    expect({ ...group }).toEqual(before);
    optimizer.lr = 0.5;
    expect(group.lr).toBe(0.5);
  });

  test("refuses closures that give no loss", () => {
    const optimizer = make();
    for (const value of [undefined, null, tensor(1), 3])
      expectRefused(() => callMethod(optimizer, "step", value), `${name}.step: closure must be a function`);
    for (const value of [3, undefined, null, "loss", [tensor(1)], {}])
      expectRefused(
        () => callMethod(optimizer, "step", () => value),
        `${name}.step: the callback's result must be a tensor`,
      );
    expectRefused(
      () => callMethod(optimizer, "step", () => ({ loss: 3 })),
      `${name}.step: the loss must be a tensor, got 3`,
    );
    expectRefused(
      () => callMethod(optimizer, "step", async () => tensor(1)),
      `${name}.step: the callback returned a promise`,
    );
    const [w] = optimizer.params;
    expectRefused(
      () => callMethod(optimizer, "step", () => w!.mul(2)),
      "only a single number has a gradient",
    );
    expectRefused(
      () => callMethod(optimizer, "step", () => tensor(1, { dtype: "int32" })),
      "only float tensors have gradients",
    );
  });

  test("refuses gradients that are not tensors", () => {
    const optimizer = make();
    for (const value of [undefined, null, 3, tensor(1), new Map()])
      expectRefused(
        () => callMethod(optimizer, "update", value),
        `${name}.update: grads must be a list or a record`,
      );
    expectRefused(
      () => callMethod(optimizer, "update", [3, null]),
      `${name}.update: grads[0] must be a tensor, got 3`,
    );
    expectRefused(() => callMethod(optimizer, "update", { weight: [1] }), 'grads["weight"] must be a tensor');
  });

  test("refuses gradients on another backend and freed ones before anything is written", () => {
    const net = new nn.Linear(2, 1);
    const optimizer = new Kind(net);
    const before = net.weight.toArray();
    const freed = ones([1]);
    freed.dispose();
    const grad = ones([1, 2]);
    const far = ones([1]).to({ ...referenceBackend(), name: "other" });
    expectRefused(
      () => optimizer.update([grad, far]),
      `${name}.update: the gradient of bias is float32[1] on the backend other`,
    );
    expectRefused(() => optimizer.update([grad, freed]), `${name}.update: this float32[1] was disposed`);
    expect(net.weight.toArray()).toEqual(before);
  });

  test("has no zeroGrad", () => {
    expectRefused(() => callMethod(make(), "zeroGrad"), "gradients are returned, so there are none to clear");
    expectRefused(() => callMethod(make(), "addParamGroup", {}), "give all groups to the constructor");
  });

  test("refuses clipping that is not a norm", () => {
    for (const value of [
      -1,
      Number.NaN,
      "1",
      true,
      { maxNorm: -1 },
      0,
      { maxNorm: 0 },
      { maxNorm: 1, eps: Number.POSITIVE_INFINITY },
      { max_norm: 1 },
      {},
      { maxNorm: 1, eps: -1 },
    ]) {
      expectRefused(() => call(Kind, [tensor(1)], { clipGradNorm: value }), "clipGradNorm: ");
      expectRefused(() => set(make(), "clip", value), "clipGradNorm: ");
    }
  });
});

const g: readonly Tensor[] = [ones([2])];

const wrong: readonly WrongCall[] = [
  ["one beta", "Adam: betas must be two numbers", () => call(nn.Adam, g, { betas: [0.9] })],
  [
    "a beta of 1",
    "Adam: betas[0] must be a finite number ≥ 0 and < 1, got 1",
    () => call(nn.Adam, g, { betas: [1, 0.9] }),
  ],
  ["beta1", "write betas: [beta1, beta2]", () => call(nn.Adam, g, { beta1: 0.9 })],
  ["nesterov alone", "SGD: nesterov needs a momentum above 0", () => call(nn.SGD, g, { nesterov: true })],
  [
    "nesterov set alone",
    "SGD: nesterov needs a momentum above 0",
    () => set(new nn.SGD(g).paramGroups[0]!, "nesterov", true),
  ],
  [
    "clipGradNorm of a tensor",
    "clipGradNorm: grads must be a list or a record of tensors",
    () => call(nn.clipGradNorm, ones([2]), 1),
  ],
  [
    "clipGradNorm of integers",
    "clipGradNorm: a gradient is int32[1], expected floats",
    () => nn.clipGradNorm([tensor([1], { dtype: "int32" })], 1),
  ],
  [
    "clipGradNorm of numbers",
    "clipGradNorm: grads[0] must be a tensor, got 1",
    () => call(nn.clipGradNorm, [1], 1),
  ],
  [
    "clipGradNorm without a norm",
    "clipGradNorm: maxNorm must be a number > 0, got undefined",
    () => call(nn.clipGradNorm, g),
  ],
  [
    "clipGradNorm(grads, 1, 2)",
    "clipGradNorm: options must be an object, got 2",
    () => call(nn.clipGradNorm, g, 1, 2),
  ],
  [
    "clipGradNorm with a small normType",
    "normType must be a number ≥ 1, got 0.5",
    () => call(nn.clipGradNorm, g, 1, { normType: 0.5 }),
  ],
  [
    "clipGradNorm with an eps below 0",
    "eps must be a finite number ≥ 0, got -1",
    () => call(nn.clipGradNorm, g, 1, { eps: -1 }),
  ],
  ["norm_type", 'did you mean "normType"?', () => call(nn.clipGradNorm, g, 1, { norm_type: 2 })],
  [
    "clipGradValue NaN",
    "clipGradValue: value must be a number > 0, got NaN",
    () => call(nn.clipGradValue, g, Number.NaN),
  ],
  [
    "clipGradValue of null",
    "clipGradValue: grads must be a list or a record",
    () => call(nn.clipGradValue, null, 1),
  ],
  ["checkFinite of a number", "checkFinite: loss must be a tensor, got 3", () => call(nn.checkFinite, 3, 1)],
];

test.each(wrong)("%s: refused", (_given, message, f) => {
  expectRefused(f, message);
});

test("betas cannot be changed behind the checks", () => {
  const betas = [0.9, 0.99] as const;
  const optimizer = new nn.Adam(g, { betas });
  expect(Object.isFrozen(optimizer.paramGroups[0]!.betas)).toBe(true);
  expect(optimizer.paramGroups[0]!.betas).not.toBe(betas);
});
