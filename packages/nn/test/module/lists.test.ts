import { ones, type Tensor, zeros } from "@saccade/tensor";
import { expect, test } from "vitest";
import * as nn from "../../src/index.ts";

class Net extends nn.Module {
  readonly layers: nn.ModuleList<nn.Linear> = new nn.ModuleList([new nn.Linear(2, 2)]);
  readonly heads: nn.ModuleDict<nn.Linear> = new nn.ModuleDict({ left: new nn.Linear(2, 1) });
  readonly scales: nn.ParameterList = new nn.ParameterList([new nn.Parameter(ones([2]))]);
  readonly shifts: nn.ParameterDict = new nn.ParameterDict({ own: new nn.Parameter(zeros([2])) });

  override forward(x: Tensor): Tensor {
    let y = x;
    for (const layer of this.layers) y = layer.forward(y);
    y = y.mul(this.scales.at(-1)).add(this.shifts.get("own"));
    return this.heads.get("left").forward(y);
  }
}

test("items are named as in PyTorch, trained, and may come later", () => {
  const net = new Net();
  net.layers.append(new nn.Linear(2, 2)).extend([new nn.Linear(2, 2, { bias: false })]);
  net.heads.set("right", new nn.Linear(2, 1, { bias: false }));
  const names = ["layers.0.weight", "layers.0.bias", "layers.1.weight", "layers.1.bias", "layers.2.weight"];
  const heads = ["heads.left.weight", "heads.left.bias", "heads.right.weight"];
  expect(Object.keys(net.stateDict())).toEqual([...names, ...heads, "scales.0", "shifts.own"]);
  const before = net.scales[0]!.toArray();
  new nn.SGD(net, { lr: 0.1 }).step(() => net.forward(ones([1, 2])).sum());
  expect(net.scales[0]!.toArray()).not.toEqual(before);
});

test("lists and dicts are read like arrays and Maps", () => {
  const { layers, heads } = new Net();
  expect([layers.length, [...layers].length, layers.at(-1) === layers[0]]).toEqual([1, 1, true]);
  expect([heads.size, heads.keys(), heads.has("right")]).toEqual([1, ["left"], false]);
  expect([...heads][0]![0]).toBe("left");
  expect([heads.delete("left"), heads.delete("left"), heads.parameters().length]).toEqual([true, false, 0]);
});

test("wrong items and names throw, and nothing is added", () => {
  const { layers, heads } = new Net();
  expect(() => Reflect.apply(layers.extend, layers, [[new nn.ReLU(), 3]])).toThrow(
    "ModuleList.extend: items[1] must be a Module, got 3; such as new Linear(2, 1).",
  );
  expect(layers.length).toBe(1);
  expect(() => layers.at(1)).toThrow("ModuleList.at: index must be a whole number from -1 to 0, got 1.");
  expect(() => heads.get("right")).toThrow(`ModuleDict.get: no item is named "right"; the names are left.`);
  expect(() => heads.set("forward", new nn.Linear(2, 1))).toThrow(/a method or field of ModuleDict/);
  expect(() => heads.set("a.b", new nn.Linear(2, 1))).toThrow(/without dots/);
  expect(() => Reflect.apply(layers.forward, layers, [])).toThrow(/computes nothing/);
});
