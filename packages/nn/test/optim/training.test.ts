import { noGrad, stopGradient } from "@saccade/autograd";
import { keep, ones, referenceBackend, type Tensor, tensor } from "@saccade/tensor";
import { describe, expect, test } from "vitest";
import * as nn from "../../src/index.ts";

const x = ones([4, 3]);

class Visible extends nn.Module {
  a: nn.Linear = new nn.Linear(3, 2);
  b: nn.Linear = new nn.Linear(2, 1);

  override forward(input: Tensor): Tensor {
    return this.b.forward(this.a.forward(input));
  }
}

/** A module in a field that cannot be found. */
class PrivateLayer extends nn.Module {
  readonly #a: nn.Linear = new nn.Linear(3, 2);
  b: nn.Linear = new nn.Linear(2, 1);

  override forward(input: Tensor): Tensor {
    return this.b.forward(this.#a.forward(input));
  }
}

class PrivateWeight extends nn.Module {
  readonly #scale: nn.Parameter = new nn.Parameter(ones([1]));
  b: nn.Linear = new nn.Linear(3, 1);

  override forward(input: Tensor): Tensor {
    return this.b.forward(input).mul(this.#scale);
  }
}

class LatePrivateLayer extends nn.Module {
  #a: nn.Linear | null = null;
  b: nn.Linear = new nn.Linear(3, 1);

  override forward(input: Tensor): Tensor {
    this.#a ??= keep(new nn.Linear(3, 3));
    return this.b.forward(this.#a.forward(input));
  }
}

/** Layers in an object that is not a Module. */
class Holder {
  readonly layer: nn.Linear = new nn.Linear(3, 3);
}

class InAnObject extends nn.Module {
  readonly holder: Holder = new Holder();
  b: nn.Linear = new nn.Linear(3, 1);

  override forward(input: Tensor): Tensor {
    return this.b.forward(this.holder.layer.forward(input));
  }
}

function train(optimizer: nn.SGD, net: nn.Module & { forward(input: Tensor): Tensor }): void {
  optimizer.step(() => net.forward(x).square().mean());
}

describe("a parameter that the loss needs and the optimizer cannot find", () => {
  test.each([
    ["a layer in a #private field", PrivateLayer, "PrivateLayer.forward reads a Parameter"],
    ["a Parameter in a #private field", PrivateWeight, "PrivateWeight.forward reads a Parameter, float32[1]"],
    ["a layer in an object of another class", InAnObject, "InAnObject.forward reads a Parameter"],
  ] as const)("throws and changes nothing: %s", (_name, Net, message) => {
    for (const source of [(net: nn.Module) => net, (net: nn.Module) => net.parameters()]) {
      const net = new Net();
      const optimizer = new nn.SGD(source(net), { lr: 1 });
      const before = net.b.weight.toArray();
      expect(() => train(optimizer, net)).toThrow(nn.TrainingError);
      expect(() => train(optimizer, net)).toThrow(message);
      expect(net.b.weight.toArray()).toEqual(before);
      expect(Object.keys(net).filter((name) => typeof Reflect.get(net, name) === "function")).toEqual([]);
    }
  });

  test("throws by the second step for a layer in a #private field that the first one makes", () => {
    const net = new LatePrivateLayer();
    const optimizer = new nn.SGD(net);
    const steps = (): void => {
      for (let step = 0; step < 2; step++) train(optimizer, net);
    };
    expect(steps).toThrow("LatePrivateLayer.forward reads a Parameter");
  });

  test("throws for a Parameter that no module holds", () => {
    const loose = new nn.Parameter(ones([1]));
    const net = new Visible();
    const optimizer = new nn.SGD(net);
    expect(() => optimizer.step(() => net.forward(x).mul(loose).mean())).toThrow(
      /the loss needs a Parameter, float32\[1\], that this optimizer does not train/,
    );
    expect(() => new nn.SGD([loose]).step(() => net.forward(x).mul(loose).mean())).not.toThrow();
  });

  test("is no error where no gradient would flow to it", () => {
    const net = new Visible();
    const teacher = new PrivateLayer();
    const optimizer = new nn.SGD(net);
    expect(() =>
      optimizer.step(() => nn.mseLoss(net.forward(x), stopGradient(teacher.forward(x)))),
    ).not.toThrow();
    const loose = new nn.Parameter(ones([1]));
    for (const factor of [() => noGrad(() => loose.mul(2)), () => loose.detach()])
      new nn.SGD(net).step(() => net.forward(x).mul(factor()).mean());
  });
});

describe("parameters that are left out on purpose", () => {
  test("stay as they are: a part of a model is trained", () => {
    const net = new Visible();
    const before = net.b.weight.toArray();
    train(new nn.SGD(net.a, { lr: 1 }), net);
    train(new nn.SGD([net.a.weight], { lr: 1 }), net);
    train(new nn.SGD([{ params: net.a }], { lr: 1 }), net);
    expect(net.b.weight.toArray()).toEqual(before);
  });

  test("stay as they are: a network before or behind that no optimizer knows", () => {
    const [first, second] = [new nn.Linear(3, 3), new PrivateLayer()];
    train(new nn.SGD(first), { forward: (input: Tensor) => second.forward(first.forward(input)) } as Visible);
    const head = new nn.Linear(1, 1);
    new nn.SGD(head).step(() => head.forward(second.forward(x)).mean());
  });

  test("stay as they are: two optimizers, each for its network", () => {
    const [generator, critic] = [new Visible(), new nn.Linear(1, 1)];
    const judged = (): Tensor => critic.forward(generator.forward(x)).mean();
    for (const optimizer of [new nn.SGD(generator), new nn.SGD(critic)]) optimizer.step(judged);
  });
});

test("methods of the module are as they were after the first step", () => {
  const net = new Visible();
  const optimizer = new nn.SGD(net);
  train(optimizer, net);
  expect(Object.hasOwn(net, "forward")).toBe(false);
  expect(Object.hasOwn(net.a, "forward")).toBe(false);
  const arrow = (input: Tensor): Tensor => net.b.forward(net.a.forward(input));
  Object.assign(net, { forward: arrow });
  train(new nn.SGD(net), net);
  expect(net.forward).toBe(arrow);
});

describe("a step that trains nothing", () => {
  test("throws when no parameter is on the path to the loss", () => {
    const net = new Visible();
    const optimizer = new nn.Adam(net);
    const closures: (() => Tensor)[] = [
      () => x.sum(),
      () => noGrad(() => net.forward(x).mean()),
      () => stopGradient(net.forward(x)).mean(),
      () => new nn.Linear(3, 1).forward(x).mean(),
    ];
    for (const closure of closures) {
      expect(() => optimizer.step(closure)).toThrow(nn.TrainingError);
      expect(() => optimizer.step(closure)).toThrow(
        /Adam.step: no parameter of this optimizer is on the path to the loss.*a.weight, a.bias, b.weight, b.bias/,
      );
    }
    expect(optimizer.stateDict().state).toEqual({});
  });

  test("names six parameters at most", () => {
    const named = (count: number): Record<string, Tensor> =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`p${i}`, ones([1])]));
    const six = "p0, p1, p2, p3, p4, p5";
    expect(() => new nn.SGD(named(6)).step(() => x.sum())).toThrow(`${six}.`);
    expect(() => new nn.SGD(named(7)).step(() => x.sum())).toThrow(`${six}, ….`);
  });

  test("throws in a later step too", () => {
    const net = new Visible();
    const optimizer = new nn.SGD(net);
    train(optimizer, net);
    expect(() => optimizer.step(() => x.sum())).toThrow(nn.TrainingError);
  });
});

test("an optimizer's state moves with its parameters to another backend", () => {
  const other = { ...referenceBackend(), name: "another reference" };
  for (const Kind of [nn.SGD, nn.Adam, nn.AdamW, nn.RMSprop, nn.Adagrad]) {
    const runs = [false, true].map((moves) => {
      const net = new nn.Linear(3, 1);
      net.loadStateDict({ weight: tensor([[1, -2, 3]]), bias: tensor([0.5]) });
      const optimizer = Kind === nn.SGD ? new nn.SGD(net, { momentum: 0.9 }) : new Kind(net);
      for (let step = 0; step < 4; step++) {
        if (moves && step === 2) net.to(other);
        const input = moves && step >= 2 ? x.to(net.weight.backend) : x;
        optimizer.step(() => net.forward(input).square().mean());
      }
      const tensors = Object.values(optimizer.stateDict().state).flatMap((state) => Object.values(state));
      for (const value of tensors)
        if (typeof value !== "number") expect(value.backend).toBe(net.weight.backend);
      return [...net.weight.dataSync()];
    });
    expect(runs[1]).toEqual(runs[0]);
  }
});
