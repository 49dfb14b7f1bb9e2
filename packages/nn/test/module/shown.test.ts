import { inspect } from "node:util";
import { ArgumentError, ones, type Tensor } from "@saccade/tensor";
import { describe, expect, test } from "vitest";
import { Adam, Linear, Module, ReLU, Sequential, SGD } from "../../src/index.ts";

test("console.log of a module prints its layers, of an optimizer its groups, alone and inside of objects", () => {
  const net = new Sequential(new Linear(2, 3), new ReLU(), new Sequential(new Linear(3, 1, { bias: false })));
  expect(inspect(net)).toBe(String(net));
  expect(inspect(net)).toContain("(0): Linear(inFeatures=2, outFeatures=3, bias=true)");
  expect(inspect({ net }).replaceAll(/\s+/g, "")).toBe(`{net:${net}}`.replaceAll(/\s+/g, ""));
  const optimizer = new SGD(net, { lr: 0.5 });
  expect(inspect(optimizer)).toBe(String(optimizer));
  class Own extends Module {
    override forward(x: Tensor): Tensor {
      return x;
    }
  }
  expect(inspect(new Own())).toBe("Own()");
});

describe("a field that hides a method of Module", () => {
  const onlyThrow =
    "zeroGrad zero_grad requiresGrad requiresGrad_ requires_grad_ cuda cpu float double half register_buffer " +
    "registerParameter register_parameter addModule add_module";
  const others = ["constructor", ...onlyThrow.split(" ")];
  const names = Object.getOwnPropertyNames(Module.prototype).filter((name) => !others.includes(name));

  test.each(names)("is named where the module is used: %s", (name) => {
    class Net extends Module {
      fc: Linear = new Linear(2, 1);
      override forward(x: Tensor): Tensor {
        return this.fc.forward(x);
      }
    }
    for (const value of [new Linear(2, 2), true, "text"]) {
      const net = new Net();
      Object.defineProperty(net, name, { value, enumerable: true, writable: true, configurable: true });
      const parent = new Sequential(net);
      for (const use of [
        () => parent.train(),
        () => parent.parameters(),
        () => parent.stateDict(),
        () => new Adam(parent),
        ...(name === "namedParameters" ? [] : [() => new Adam(net)]),
      ]) {
        expect(use).toThrow(ArgumentError);
        expect(use).toThrow(`Net: the field ${name} hides Module's own ${name}; give it another name`);
      }
    }
  });

  test("is allowed as a function, and so are the names that only throw", () => {
    const net = new Linear(2, 1);
    Object.assign(net, { train: () => net, cuda: "cuda" });
    expect(net.parameters().length).toBe(2);
  });
});

describe("fields that an optimizer does not have", () => {
  const make = (): SGD => new SGD([ones([1])], { lr: 0.1 });

  test.each([
    ["learningRate", "write lr"],
    ["learning_rate", "write lr"],
    ["clipGradNorm", "write clip"],
    ["param_groups", "write paramGroups"],
  ])("throw with the fix when they are set or read, if other libraries have them: %s", (name, fix) => {
    const optimizer = make();
    expect(() => Reflect.set(optimizer, name, 0.5)).toThrow(`SGD: optimizers have no field ${name}; ${fix}`);
    expect(() => Reflect.get(optimizer, name)).toThrow(fix);
  });

  test.each([
    ["momentum", "optimizer.paramGroups[0].momentum"],
    ["weightDecay", "optimizer.paramGroups[0].weightDecay"],
    ["foo", "an optimizer's settings are lr, clip, and the options in paramGroups"],
    ["Lr", "an optimizer's settings are lr"],
  ])("are found with the fix by the next step: %s", (name, fix) => {
    for (const next of [
      (optimizer: SGD) => optimizer.step(() => optimizer.params[0]!.sum()),
      (optimizer: SGD) => optimizer.gradients(() => optimizer.params[0]!.sum()),
      (optimizer: SGD) => optimizer.update([ones([1])]),
    ]) {
      const optimizer = make();
      next(optimizer);
      Reflect.set(optimizer, name, 0.5);
      expect(() => next(optimizer)).toThrow(ArgumentError);
      expect(() => next(optimizer)).toThrow(`SGD: optimizers have no field ${name}; `);
      expect(() => next(optimizer)).toThrow(fix);
    }
  });

  test("are not those that may be set, and what is read-only stays as it is", () => {
    const optimizer = make();
    for (const name of ["params", "paramGroups", "names", "kind"])
      expect(Reflect.set(optimizer, name, [])).toBe(false);
    optimizer.lr = 0.25;
    optimizer.clip = 1;
    optimizer.update([ones([1])]);
    expect([optimizer.lr, optimizer.clip]).toEqual([0.25, 1]);
  });

  test("may be those of a subclass", () => {
    class Mine extends Adam {
      count: number = 0;
    }
    const mine = new Mine([ones([1])]);
    mine.count = 2;
    Reflect.set(mine, "more", 3);
    mine.update([ones([1])]);
    expect([mine.count, Reflect.get(mine, "more")]).toEqual([2, 3]);
  });
});
