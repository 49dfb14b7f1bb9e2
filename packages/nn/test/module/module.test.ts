import { memory, ones, scope, type Tensor, tensor, zeros } from "@saccade/tensor";
import { describe, expect, it } from "vitest";
import { Dropout, Linear, Module, Parameter, ReLU, Sequential } from "../../src/index.ts";

class Block extends Module {
  inner: Linear = new Linear(2, 3, { bias: false });
  scale: Parameter = new Parameter(ones([3]));
  table: Tensor = zeros([4]);

  override forward(x: Tensor): Tensor {
    return this.inner.forward(x).mul(this.scale);
  }
}

class Net extends Module {
  readonly size: number = 3;
  layers: Block[] = [new Block(), new Block()];
  heads: Record<string, Linear> = { left: new Linear(3, 1), right: new Linear(3, 1) };
  offsets: Parameter[] = [new Parameter(zeros([1])), new Parameter(zeros([1]))];
  gain: Parameter = new Parameter(ones([1]));
  bias: Parameter | null = null;
  readonly sizes: readonly number[] = [1, 2, 3];

  override forward(): void {}
}

describe("Module", () => {
  it("names parameters as PyTorch does: its own first, then its children's in the order of the fields", () => {
    expect(Object.keys(new Net().namedParameters())).toEqual([
      ...["gain", "layers.0.scale", "layers.0.inner.weight", "layers.1.scale", "layers.1.inner.weight"],
      ...["heads.left.weight", "heads.left.bias", "heads.right.weight", "heads.right.bias"],
      ...["offsets.0", "offsets.1"],
    ]);
  });

  it("names a Sequential's layers by position", () => {
    const net = new Sequential(new Linear(4, 3), new ReLU(), new Linear(3, 2, { bias: false }));
    expect(Object.keys(net.namedParameters())).toEqual(["0.weight", "0.bias", "2.weight"]);
    expect([...net.namedModules().keys()]).toEqual(["", "0", "1", "2"]);
    const parameters = [net[0]!, net[2]!].flatMap((layer) => layer.parameters());
    expect(net.parameters().map((parameter) => parameters.indexOf(parameter))).toEqual([0, 1, 2]);
    expect(net.numParameters()).toBe(4 * 3 + 3 + 3 * 2);
  });

  it("finds shared parameters and modules once", () => {
    const shared = new Linear(2, 2);
    const net = new Sequential(shared, new ReLU(), shared);
    expect(Object.keys(net.namedParameters())).toEqual(["0.weight", "0.bias"]);
    expect(net.modules()).toEqual([net, shared, net[1]]);
  });

  it("does not lose itself in a field that points back", () => {
    const net = new Net();
    Reflect.set(net.layers[0]!, "parent", net);
    expect(Object.keys(net.namedParameters())).toHaveLength(11);
    expect(Object.keys(net.stateDict())).toHaveLength(11);
  });

  it("passes train and eval on to everything in it", () => {
    const net = new Sequential(new Dropout(0.5), new Sequential(new Dropout(0.1)));
    expect(net.modules().map((module) => module.training)).toEqual([true, true, true, true]);
    expect(net.eval()).toBe(net);
    expect(net.modules().map((module) => module.training)).toEqual([false, false, false, false]);
    net.train();
    expect(net.modules().every((module) => module.training)).toBe(true);
  });

  it("prints its tree", () => {
    const net = new Net();
    expect(String(new Sequential(new Linear(4, 3), new Sequential(new ReLU())))).toBe(
      "Sequential(\n  (0): Linear(inFeatures=4, outFeatures=3, bias=true)\n  (1): Sequential(\n    (0): ReLU()\n  )\n)",
    );
    expect(String(net)).toContain("  (layers): ModuleList(\n    (0): Block(");
    expect(String(net)).toContain("  (heads): ModuleDict(\n    (left): Linear(");
  });
});

describe("lifetimes", () => {
  it("a module that leaves its scope keeps its tensors, tables included, and nothing else stays", () => {
    const before = memory();
    const net = scope(() => {
      zeros([100]);
      return new Block();
    });
    expect(memory().bytes - before.bytes).toBe((2 * 3 + 3 + 4) * 4);
    expect(memory().tensors - before.tensors).toBe(3);
    expect(net.forward(tensor([[1, 2]])).shape).toEqual([1, 3]);
    expect(net.table.toArray()).toEqual([0, 0, 0, 0]);
  });

  it("a module that stays inside is freed, and says so when used", () => {
    const inside: Linear[] = [];
    const before = memory();
    scope(() => {
      inside.push(new Linear(2, 2));
    });
    expect(memory()).toMatchObject({ tensors: before.tensors, bytes: before.bytes });
    expect(() => inside[0]!.forward(ones([1, 2]))).toThrow(/scope/);
  });

  it("making a layer leaves no temporaries", () => {
    const before = memory();
    const layer = new Linear(8, 4);
    expect(memory().tensors - before.tensors).toBe(2);
    expect(memory().bytes - before.bytes).toBe((8 * 4 + 4) * 4);
    expect(layer.weight.storage.shares).toBe(1);
  });
});

describe("Parameter", () => {
  it("shares the storage of a contiguous tensor and copies any other", () => {
    const base = tensor([1, 2, 3, 4]).reshape([2, 2]);
    expect(new Parameter(base).storage).toBe(base.storage);
    const column = new Parameter(base.select(1, 1));
    expect(column.storage).not.toBe(base.storage);
    expect(column.toArray()).toEqual([2, 4]);
    expect(new Parameter(base.t()).flatten().toArray()).toEqual([1, 3, 2, 4]);
    expect(new Parameter(base.t()).isContiguous).toBe(true);
    expect(new Parameter(base.select(0, 0)).storage.length).toBe(2);
  });
});
