import { valueAndGrad } from "@saccade/autograd";
import * as T from "@saccade/tensor";
import { memory, ones, scope, type Tensor, tensor, zeros } from "@saccade/tensor";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { init, LayerNorm, Linear, Module, Sequential, StateDictError } from "../../src/index.ts";
import { errorOf } from "../helpers.ts";

function values(state: Readonly<Record<string, Tensor>>): unknown {
  return Object.fromEntries(Object.entries(state).map(([name, t]) => [name, t.toArray()]));
}

const makeNet = (): Sequential => new Sequential(new Linear(3, 2), new LayerNorm(2));

describe("stateDict", () => {
  it("is a snapshot: later writes do not reach it", () => {
    const net = makeNet();
    const handle = (net[0] as Linear).weight;
    const state = net.stateDict();
    const before = values(state);
    init.constant(handle, 7);
    expect(values(state)).toEqual(before);
    expect(handle.toArray()).toEqual([Array(3).fill(7), Array(3).fill(7)]);
    expect((net[0] as Linear).weight).toBe(handle);
  });

  it("copies nothing until something is written", () => {
    const net = makeNet();
    const before = memory().bytes;
    const state = net.stateDict();
    expect(memory().bytes).toBe(before);
    init.zeros((net[0] as Linear).weight);
    expect(memory().bytes).toBe(before + 6 * 4);
    init.ones((net[0] as Linear).weight);
    expect(memory().bytes).toBe(before + 6 * 4);
    for (const t of Object.values(state)) t.dispose();
    expect(memory().bytes).toBe(before);
  });
});

describe("loadStateDict", () => {
  it("restores what stateDict gave, into the same handles", () => {
    fc.assert(
      fc.property(fc.array(fc.float({ noNaN: true }), { minLength: 6, maxLength: 6 }), (numbers) => {
        scope(() => {
          const net = makeNet();
          const handles = net.parameters();
          const other = makeNet();
          const state = { ...net.stateDict(), "0.weight": T.fromData(Float32Array.from(numbers), [2, 3]) };
          other.loadStateDict(state);
          net.loadStateDict(other.stateDict());
          expect(net.parameters().every((parameter, i) => parameter === handles[i])).toBe(true);
          expect(values(net.stateDict())).toEqual(values(state));
        });
      }),
    );
  });

  it("loads a net's own snapshot back", () => {
    const net = makeNet();
    const state = net.stateDict();
    for (const parameter of net.parameters()) init.zeros(parameter);
    net.loadStateDict(state);
    expect(values(net.stateDict())).toEqual(values(state));
    net.loadStateDict(net.stateDict());
    expect(values(net.stateDict())).toEqual(values(state));
  });

  it("leaves the given tensors alone when the net is written later", () => {
    const net = new Linear(1, 1, { bias: false });
    const given = tensor([[5]]);
    net.loadStateDict({ weight: given });
    init.zeros(net.weight);
    expect(given.toArray()).toEqual([[5]]);
  });

  it("takes views and float64", () => {
    const net = new Linear(2, 3, { bias: false });
    const weight = tensor([1, 2, 3, 4, 5, 6], { dtype: "float64" }).reshape([2, 3]).t();
    net.loadStateDict({ weight });
    expect(net.weight.toArray()).toEqual(weight.toArray());
    expect(net.weight.dtype).toBe("float32");
  });

  it("lists everything that does not fit in one message, and writes nothing", () => {
    const net = makeNet();
    const before = values(net.stateDict());
    const bad = {
      "0.weight": zeros([3, 2]),
      "0.bias": tensor([1, 2], { dtype: "int32" }),
      "1.bias": ones([2]),
      extra: ones([1]),
    };
    const error = errorOf(() => net.loadStateDict(bad));
    expect(error).toBeInstanceOf(StateDictError);
    expect(error).toMatchObject({ missing: ["1.weight"], unexpected: ["extra"] });
    for (const part of ["missing: 1.weight", "unexpected: extra", "[3, 2]", "[2, 3]", "int32"])
      expect(error.message).toContain(part);
    expect(values(net.stateDict())).toEqual(before);
  });

  it("changes nothing where memory runs out on the way, wherever that is", () => {
    const net = makeNet();
    const before = values(net.stateDict());
    const state = Object.fromEntries(
      Object.entries(net.stateDict()).map(([name, x]) => [name, x.add(1).to("float64")]),
    );
    const real = T.referenceBackend();
    let left = Number.POSITIVE_INFINITY;
    const scarce: T.Backend = {
      ...real,
      allocate(dtype, length) {
        if (left-- <= 0) throw new T.OutOfMemoryError("no room");
        return real.allocate(dtype, length);
      },
    };
    net.to(scarce);
    let fails = 0;
    for (let room = 0; ; room++, fails++) {
      left = room;
      try {
        net.loadStateDict(state);
        break;
      } catch (error) {
        expect(error).toBeInstanceOf(T.OutOfMemoryError);
        left = Number.POSITIVE_INFINITY;
        expect(values(net.stateDict())).toEqual(before);
      }
    }
    expect(fails).toBeGreaterThan(2);
    expect(values(net.stateDict())).not.toEqual(before);
  });

  it("changes nothing while a gradient that needs one of the old values is recorded", () => {
    const [first, second] = [new Linear(1, 1), new Linear(1, 1)];
    const net = new Sequential(first, second);
    const before = values(net.stateDict());
    const state = Object.fromEntries(Object.entries(net.stateDict()).map(([name, x]) => [name, x.add(1)]));
    const x = ones([1, 1]);
    valueAndGrad(() => {
      const y = second.forward(x); // the first layer's values are free
      expect(() => net.loadStateDict(state)).toThrow(T.BackendError);
      return y.sum();
    }, [x]);
    expect(values(net.stateDict())).toEqual(before);
  });

  it.each<[unknown, RegExp]>([
    [undefined, /state must be the tensors by name, as stateDict\(\) gives them, got undefined/],
    [null, /got null/],
    [3, /got 3/],
    [[tensor([1])], /got an array of 1/],
    [new Map([["weight", tensor([1])]]), /got a Map; write loadStateDict\(Object\.fromEntries\(map\)\)/],
    [new Linear(1, 1), /got a Linear; write loadStateDict\(other\.stateDict\(\)\)/],
    [tensor([1]), /got tensor float32\[1\]/],
    [Promise.resolve({}), /await it first/],
    [new Uint8Array(3), /fromSafetensors\(bytes\)\.tensors/],
    [{ tensors: {}, metadata: {} }, /state\["tensors"\] must be a tensor, .*loadStateDict\(file\.tensors\)/],
    [{ weight: [[1]], bias: tensor([1]) }, /state\["weight"\] must be a tensor/],
    [{ weight: null }, /state\["weight"\] must be a tensor, got null/],
  ])("refuses %s", (state, message) => {
    const net = new Linear(1, 1);
    const load = (): void => Reflect.apply(net.loadStateDict, net, [state]);
    expect(load).toThrow(T.ArgumentError);
    expect(load).toThrow(message);
  });

  it("without strict loads what is there, but never another shape", () => {
    const net = makeNet();
    const result = net.loadStateDict({ "0.bias": ones([2]), extra: ones([1]) }, { strict: false });
    expect(result).toEqual({ missing: ["0.weight", "1.weight", "1.bias"], unexpected: ["extra"] });
    expect((net[0] as Linear).bias!.toArray()).toEqual([1, 1]);
    expect(() => net.loadStateDict({ "0.bias": ones([3]) }, { strict: false })).toThrow(/\[3\].*\[2\]/);
  });
});

describe("to(backend)", () => {
  it("moves parameters and tables; parameter handles stay", () => {
    class Table extends Module {
      layer: Linear = new Linear(2, 1);
      rows: Tensor[] = [tensor([1, 2, 3, 4]).reshape([2, 2]).t()];

      override forward(x: Tensor): Tensor {
        return this.layer.forward(x.matmul(this.rows[0]!));
      }
    }
    const other: T.Backend = { ...T.referenceBackend(), name: "other" };
    const net = new Table();
    const { weight, bias } = net.layer;
    const snapshot = net.stateDict();
    const x = tensor([[1, 2]]);
    const before = net.forward(x).toArray();
    expect(net.to(other)).toBe(net);
    expect(net.layer.weight).toBe(weight);
    for (const t of [weight, bias!, net.rows[0]!]) expect(t.backend).toBe(other);
    expect(net.forward(tensor([[1, 2]], { backend: other })).toArray()).toEqual(before);
    expect(snapshot["layer.weight"]!.backend).toBe(T.referenceBackend());
    expect(values(net.to(T.referenceBackend()).stateDict())).toEqual(values(snapshot));
  });
});

it("a state of any size is refused by a short message, which keeps all names", () => {
  const names = Array.from({ length: 10_000 }, (_, i) => `name${i}`);
  const state = Object.fromEntries([...names, "x".repeat(1e6)].map((name) => [name, ones([1])]));
  const error = errorOf(() => new Linear(2, 1).loadStateDict(state));
  expect(error).toBeInstanceOf(StateDictError);
  expect(String(error)).toContain("name0, name1, ");
  expect(String(error)).toContain("and 9951 more");
  expect(String(error).length).toBeLessThan(3000);
  expect(Reflect.get(Object(error), "unexpected")).toHaveLength(10_001);
});
