import { ones, referenceBackend, scope, type Tensor, zeros } from "@saccade/tensor";
import { describe, expect, test } from "vitest";
import { Dropout, Linear, Module, Parameter, SGD } from "../../src/index.ts";

class Net extends Module {
  heads: Map<string | number | object, Linear> = new Map<string | number | object, Linear>([
    ["left", new Linear(2, 1)],
    [7, new Linear(2, 1, { bias: false })],
    [{}, new Linear(2, 1, { bias: false })],
  ]);
  blocks: Set<Module> = new Set<Module>([new Linear(2, 2, { bias: false }), new Dropout(0.5)]);
  scales: Map<string, Parameter[]> = new Map([["all", [new Parameter(ones([1])), new Parameter(ones([1]))]]]);
  tables: Map<string, Tensor> = new Map([["mask", zeros([2])]]);
  shifts: Set<Parameter | Tensor> = new Set([new Parameter(zeros([1])), zeros([3])]);

  override forward(x: Tensor): Tensor {
    let y = x;
    for (const block of this.blocks) if (block instanceof Linear) y = block.forward(y);
    for (const head of this.heads.values()) y = y.add(head.forward(x));
    for (const scale of this.scales.get("all")!) y = y.mul(scale);
    for (const shift of this.shifts) if (shift instanceof Parameter) y = y.add(shift);
    return y;
  }
}

const names = [
  ...["heads.left.weight", "heads.left.bias", "heads.7.weight", "heads.2.weight", "blocks.0.weight"],
  ...["scales.all.0", "scales.all.1", "shifts.0"],
];

describe("modules and parameters in Maps and Sets", () => {
  test("are found, and named by key or place", () => {
    const net = new Net();
    expect(Object.keys(net.namedParameters())).toEqual(names);
    expect(Object.keys(net.stateDict())).toEqual(names);
    const modules = ["", "heads.left", "heads.7", "heads.2", "blocks.0", "blocks.1"];
    expect([...net.namedModules().keys()]).toEqual(modules);
    expect(String(net)).toMatch(/\(heads\): ModuleDict\([\s\S]*\(7\): Linear[\s\S]*\(blocks\): ModuleList\(/);
  });

  test("are trained, evaluated, loaded and moved", () => {
    const net = new Net();
    const before = net.stateDict();
    const x = ones([3, 2]);
    new SGD(net, { lr: 0.1 }).step(() => net.forward(x).square().mean());
    for (const name of names) expect(net.stateDict()[name]!.toArray()).not.toEqual(before[name]!.toArray());
    net.loadStateDict(before);
    for (const name of names) expect(net.stateDict()[name]!.toArray()).toEqual(before[name]!.toArray());
    net.eval();
    for (const block of net.blocks) expect(block.training).toBe(false);
    const [shift] = net.shifts;
    const other = { ...referenceBackend(), name: "another reference" };
    net.to(other);
    expect([...net.shifts].map((t) => t.backend)).toEqual([other, other]);
    expect([...net.shifts][0]).toBe(shift);
    expect(net.tables.get("mask")!.backend).toBe(other);
    expect(net.parameters().every(({ backend }) => backend === other)).toBe(true);
  });

  test("outlive a scope that returns their module", () => {
    const net = scope(() => new Net());
    expect(net.forward(ones([1, 2])).shape).toEqual([1, 2]);
    expect(net.tables.get("mask")!.toArray()).toEqual([0, 0]);
  });

  test("must not share a name", () => {
    class Twice extends Module {
      layers: Map<string | number, Parameter> = new Map<string | number, Parameter>([
        [1, new Parameter(ones([1]))],
        ["1", new Parameter(ones([1]))],
      ]);
      override forward(): void {}
    }
    expect(() => new Twice().parameters()).toThrow('Twice: two parameters are named "layers.1"');
  });
});
