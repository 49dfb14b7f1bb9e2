import { ArgumentError, IndexError, randn, type Tensor } from "@saccade/tensor";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Flatten, Linear, Module, ReLU, Sequential, Tanh } from "../../src/index.ts";

class Derived extends Sequential {
  scale: number = 2;
}

describe("Sequential", () => {
  it("runs its layers one after another", () => {
    const [first, second] = [new Linear(4, 3), new Linear(3, 2)];
    const x = randn([2, 4]);
    expect(new Sequential(first, new ReLU(), second).forward(x).toArray()).toEqual(
      second.forward(first.forward(x).relu()).toArray(),
    );
  });

  it("refuses to be empty, and what is no module", () => {
    expect(() => new Sequential()).toThrow(/Sequential: no layers.*new Identity\(\)/);
    const notALayer = ((x: Tensor) => x) as unknown;
    const net = new Sequential(new ReLU());
    Reflect.set(net, 0, notALayer);
    expect(() => net.forward(randn([2]))).toThrow(/layer 0 must be a Module, got function notALayer/);
  });

  it("has the layers that run, and no others: any write, any read", () => {
    const size = fc.integer({ min: 1, max: 5 });
    fc.assert(
      fc.property(size, fc.integer({ min: -6, max: 12 }), fc.boolean(), (count, at, derived) => {
        const layers = Array.from({ length: count }, () => new Linear(2, 2));
        const net = new (derived ? Derived : Sequential)(...layers);
        const layer = new Linear(2, 2);
        if (at >= 0 && at < count) {
          expect(net[at]).toBe(layers[at]);
          net[at] = layer;
          layers[at] = layer;
        } else {
          expect(() => net[at]).toThrow(IndexError);
          expect(() => net[at]).toThrow(`no layer ${at}; it has ${count} layers`);
          expect(() => {
            net[at] = layer;
          }).toThrow(IndexError);
        }
        expect(() => Reflect.set(net, "length", count - 1)).toThrow(ArgumentError);
        expect(net.length).toBe(count);
        const parameters = layers.flatMap((one) => [one.weight, one.bias!]);
        expect(net.parameters().every((parameter, i) => parameter === parameters[i])).toBe(true);
        const x = randn([3, 2]);
        expect(net.forward(x).toArray()).toEqual(layers.reduce((y, one) => one.forward(y), x).toArray());
      }),
      { numRuns: 60 },
    );
  });

  it("names the fix for the methods of lists, and lets a subclass have fields", () => {
    for (const name of ["push", "append", "add", "insert", "extend", "pop", "splice"])
      expect(() => Reflect.get(new Sequential(new ReLU()), name)(new ReLU())).toThrow(
        /have no method .*new Sequential\(net, layer\)/,
      );
    const derived = new Derived(new ReLU());
    expect(derived.scale).toBe(2);
    Reflect.set(derived, "more", 3);
    expect([Reflect.get(derived, "more"), Reflect.get(derived, "none")]).toEqual([3, undefined]);
    expect([derived instanceof Sequential, derived instanceof Module]).toEqual([true, true]);
    const broken = new Sequential(new ReLU(), new Tanh());
    Reflect.deleteProperty(broken, 1);
    expect(() => broken.forward(randn([2]))).toThrow(/layer 1 must be a Module, got undefined/);
  });
});

it("Flatten keeps the first dim, and shows its settings", () => {
  expect(new Flatten().forward(randn([2, 3, 4])).shape).toEqual([2, 12]);
  expect(String(new Flatten(0, 1))).toBe("Flatten(startDim=0, endDim=1)");
});
