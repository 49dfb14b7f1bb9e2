import { compile } from "@saccade/autograd";
import { ones, type Tensor, tensor } from "@saccade/tensor";
import { expect, test } from "vitest";
import { AveragedModel, functionalCall, Linear, Module, Parameter, SGD } from "../../src/index.ts";

// Each tells when its items are listed by name, which takes seconds for a table of millions.
const numbers = [1, 2, 3];
let listed = 0;
class ListedMap extends Map<number, number> {
  override [Symbol.iterator](): MapIterator<[number, number]> {
    listed++;
    return super[Symbol.iterator]();
  }
}
class ListedSet extends Set<number> {
  override [Symbol.iterator](): SetIterator<number> {
    listed++;
    return super[Symbol.iterator]();
  }
}
const tables: Readonly<Record<string, () => unknown>> = {
  "an array": () =>
    new Proxy([...numbers], {
      ownKeys(target) {
        listed++;
        return Reflect.ownKeys(target);
      },
    }),
  "a Map": () => new ListedMap(numbers.map((i) => [i, i])),
  "a Set": () => new ListedSet(numbers),
};

class Net extends Module {
  readonly table: unknown;
  readonly out = new Linear(2, 1);

  constructor(table: unknown) {
    super();
    this.table = table;
  }

  override forward(x: Tensor): Tensor {
    if (this.table === null) throw new Error("no table");
    return this.out.forward(x);
  }
}

test.each(Object.entries(tables))("numbers in a field are not listed, step by step: %s", (_, make) => {
  const net = new Net(make());
  const optimizer = new SGD(net, { lr: 0.1 });
  const averaged = new AveragedModel(net);
  const x = ones([4, 2]);
  listed = 0;
  net.train();
  optimizer.step(() => net.forward(x).square().mean());
  functionalCall(net, net.stateDict(), [x]);
  averaged.updateParameters(net);
  net.to("float64");
  expect(listed).toBe(0);
  expect(Object.keys(net.stateDict())).toEqual(["out.weight", "out.bias"]);
});

test("what stands behind numbers is found", () => {
  const [a, b, c, d] = [1, 2, 3, 4].map((value) => new Parameter(tensor([value])));
  const net = new Net({
    list: [0, 1, a],
    map: new Map<string, unknown>([["n", 1], ["b", b]]), // biome-ignore format: one line
    set: new Set<unknown>([3, c]),
    record: { n: null, deep: [[5, { d }]] },
  });
  const names = ["table.list.2", "table.map.b", "table.set.1", "table.record.deep.0.1.d"];
  expect(Object.keys(net.namedParameters())).toEqual([...names, "out.weight", "out.bias"]);
});

test("a compiled step sees what changes in a large field", () => {
  for (const [table, change] of [
    [new Map([[0, 1], [1, 2]]), (t: Map<number, number>) => t.set(1, 5)], // biome-ignore format: one line
    [new Map([[0, 1], [1, 2]]), (t: Map<number, number>) => t.delete(0) && t.set(2, 1)], // biome-ignore format: one line
  ] as const) {
    class Reader extends Module {
      table = table;
      override forward(x: Tensor): Tensor {
        return x.mul([...this.table.values()].reduce((sum, value) => sum * 10 + value, 0));
      }
    }
    const reader = new Reader();
    const run = compile((x: Tensor) => reader.forward(x));
    expect(run(ones([1])).item()).toBe(12);
    expect(run(ones([1])).item()).toBe(12);
    change(table);
    expect(run(ones([1])).item()).toBe(reader.forward(ones([1])).item());
  }
});
