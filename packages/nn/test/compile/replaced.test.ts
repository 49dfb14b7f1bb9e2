import { compile } from "@saccade/autograd";
import * as nn from "@saccade/nn";
import { manualSeed, ones, randn, type Tensor, tensor } from "@saccade/tensor";
import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { runs } from "../../../../vitest.level.ts";
import { numbers } from "../helpers.ts";
import { counted } from "./helpers.ts";

// A compiled step is the plain step, whatever was replaced in its modules since it was captured.
beforeEach(() => manualSeed(0));

/** The compiled step equals the plain one before and after each change, and replays where nothing changes. */
function follows(
  step: (x: Tensor) => Tensor,
  x: Tensor,
  changes: readonly (() => void)[],
  { differs = true } = {},
): void {
  const { step: inner, runs } = counted(step);
  const fast = compile(inner);
  const both = (): number[] => {
    manualSeed(1);
    const found = numbers(fast(x));
    manualSeed(1);
    expect(found).toEqual(numbers(step(x)));
    return found;
  };
  let before = [both(), both(), both()].at(-1);
  for (const change of changes) {
    change();
    const ran = runs();
    const after = both();
    if (differs) expect(after).not.toEqual(before);
    both();
    both();
    expect(runs() - ran, "captures after a change").toBeLessThanOrEqual(1);
    before = after;
  }
}

class Net extends nn.Module {
  layers: nn.Layer[] = [new nn.Linear(3, 3), new nn.Tanh(), new nn.Linear(3, 3)];
  named: Map<string, nn.Layer> = new Map([["a", new nn.Linear(3, 3)]]);
  chosen: Set<nn.Linear> = new Set([new nn.Linear(3, 3)]);
  options: { scale: number; list: number[]; extra?: number } = { scale: 2, list: [1, 2] };
  table: Tensor = randn([3]).keep();
  norm: nn.LayerNorm = new nn.LayerNorm(3);
  act: nn.Layer = new nn.ReLU();
  gain: number = 1.5;
  label: string = "plus";
  flag: boolean = true;
  either: nn.Linear | null = null;
  f: (x: Tensor) => Tensor = (x) => x.mul(1.25);

  override forward(x: Tensor): Tensor {
    let y = this.layers.reduce((h, layer) => layer.forward(h), x);
    for (const layer of this.named.values()) y = layer.forward(y);
    for (const layer of this.chosen) y = layer.forward(y);
    y = this.norm.forward(y).mul(this.options.scale).mul(this.options.list[0]!);
    y = y.add(this.table).mul(this.gain);
    if (this.options.extra) y = y.add(this.options.extra);
    if (this.label === "plus") y = y.add(1);
    if (this.flag) y = this.act.forward(y);
    if (this.either) y = this.either.forward(y);
    return this.after(this.f(y)).add(Number(Reflect.get(this, "undeclared") ?? 0));
  }

  after(x: Tensor): Tensor {
    return x.mul(0.5);
  }
}

const changesOf = (net: Net): Record<string, () => void> => ({
  parameter: () => Object.assign(net.norm, { bias: new nn.Parameter(randn([3])) }),
  "no parameter": () =>
    Object.assign(net.norm, { weight: net.norm.weight === null ? new nn.Parameter(randn([3])) : null }),
  "layer in an array": () => Object.assign(net.layers, { 0: new nn.Linear(3, 3) }),
  "longer array": () => void net.layers.push(new nn.Linear(3, 3)),
  "shorter array": () => void net.layers.pop(),
  "another array": () => Object.assign(net, { layers: [new nn.Linear(3, 3)] }),
  "layer in a Map": () => void net.named.set("a", new nn.Linear(3, 3)),
  "longer Map": () => void net.named.set(`b${net.named.size}`, new nn.Linear(3, 3)),
  "layer in a Set": () => {
    net.chosen.clear();
    net.chosen.add(new nn.Linear(3, 3));
  },
  "field of an object": () => Object.assign(net.options, { scale: net.options.scale * 2 }),
  "new field of an object": () => Object.assign(net.options, { extra: (net.options.extra ?? 0) + 1 }),
  "number in an array": () => Object.assign(net.options.list, { 0: net.options.list[0]! * 3 }),
  "tensor of a table": () => Object.assign(net, { table: randn([3]).keep() }),
  layer: () => Object.assign(net, { act: net.act instanceof nn.ReLU ? new nn.Softmax() : new nn.ReLU() }),
  "eps of a layer": () => void Object.assign(net.norm, { eps: net.norm.eps * 1000 }),
  number: () => Object.assign(net, { gain: net.gain * -2 }),
  string: () => Object.assign(net, { label: net.label === "plus" ? "no" : "plus" }),
  boolean: () => Object.assign(net, { flag: !net.flag }),
  null: () => Object.assign(net, { either: net.either === null ? new nn.Linear(3, 3) : null }),
  "function in a field": () => {
    const { f } = net;
    net.f = (x) => f(x).mul(2);
  },
  "patched forward of a layer": () => {
    const plain = net.norm.forward.bind(net.norm);
    net.norm.forward = (x) => plain(x).mul(0.3);
  },
  "patched method": () => {
    const plain = net.after.bind(net);
    net.after = (x) => plain(x).add(0.1);
  },
  "patched class": () => {
    const plain = nn.Linear.prototype.forward;
    nn.Linear.prototype.forward = function (x) {
      return plain.call(this, x).add(0.01);
    };
    undo.push(() => {
      nn.Linear.prototype.forward = plain;
    });
  },
  "added field": () => void Reflect.set(net, "undeclared", Number(Reflect.get(net, "undeclared") ?? 0) + 1),
});

const undo: (() => void)[] = [];
const undoAll = (): void => {
  for (const restore of undo.splice(0).reverse()) restore();
};

describe("what a step reads", () => {
  const x = (): Tensor => randn([2, 3]);

  const names = Object.keys(changesOf(new Net()));

  test("is noticed when it changes, in any order, also twice", () => {
    const order = fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 5 });
    const twice = names.map((name): [string[]] => [[name, name]]);
    fc.assert(
      fc.property(order, (picked) => {
        const net = new Net();
        const changes = changesOf(net);
        try {
          const made = picked.map((name) => changes[name]!);
          follows((y) => net.forward(y), x(), made, { differs: false });
        } finally {
          undoAll();
        }
      }),
      { ...runs(names.length + 12), examples: twice },
    );
  });

  test("is noticed however the step comes to its module", () => {
    let seed = 100;
    const replace = (net: { fc: nn.Linear }) => () => {
      manualSeed(seed++);
      net.fc = new nn.Linear(3, 3);
    };
    class Method extends nn.Module {
      fc: nn.Linear = new nn.Linear(3, 3);
      override forward(y: Tensor): Tensor {
        return this.fc.forward(y);
      }
    }
    class Arrow extends nn.Module {
      fc: nn.Linear = new nn.Linear(3, 3);
      override forward = (y: Tensor): Tensor => this.fc.forward(y);
    }
    class Bound extends nn.Module {
      fc: nn.Linear = new nn.Linear(3, 3);
      constructor() {
        super();
        this.forward = this.forward.bind(this);
      }
      override forward(y: Tensor): Tensor {
        return this.fc.forward(y);
      }
    }
    class Getter extends nn.Module {
      fc: nn.Linear = new nn.Linear(3, 3);
      get weight(): Tensor {
        return this.fc.weight.mul(2);
      }
      override forward(y: Tensor): Tensor {
        return nn.linear(y, this.weight);
      }
    }
    class Private extends nn.Module {
      readonly #inner: Method = new Method();
      get fc(): nn.Linear {
        return this.#inner.fc;
      }
      set fc(layer: nn.Linear) {
        this.#inner.fc = layer;
      }
      override forward(y: Tensor): Tensor {
        return this.#inner.forward(y);
      }
    }
    for (const Kind of [Method, Arrow, Bound, Getter, Private]) {
      const net = new Kind();
      follows((y) => net.forward(y), x(), [replace(net), replace(net)]);
      const other = new Kind();
      const forward = other.forward.bind(other);
      follows((y) => forward(y), x(), [replace(other)]);
      const held = { net: new Kind() };
      follows((y) => nn.linear(y, held.net.fc.weight), x(), [replace(held.net)]);
      const parent = new nn.Sequential(new Kind(), new nn.ReLU());
      const change = () => void Reflect.set(parent, 0, new Kind());
      follows((y) => parent.forward(y), x(), [change], { differs: false });
    }
    const drop = new nn.Dropout(0.5);
    follows((y) => nn.dropout(y, drop.p), x(), [() => Object.assign(drop, { p: 0 })], { differs: false });
  });
});

describe("every layer's public fields", () => {
  const image = (): Tensor => randn([2, 3, 6, 6]);
  const classes = tensor([0, 2], { dtype: "int32" });
  // biome-ignore format: a row a line
  const settings: readonly [nn.Module, (layer: never) => Tensor, Record<string, unknown>][] = [
    [new nn.Dropout(0.5), (l: nn.Dropout) => l.forward(ones([40])), { p: 0 }],
    [new nn.LayerNorm(4), (l: nn.LayerNorm) => l.forward(randnOf([2, 4])), { eps: 1 }],
    [new nn.RMSNorm(4), (l: nn.RMSNorm) => l.forward(randnOf([2, 4])), { eps: 1 }],
    [new nn.LeakyReLU(), (l: nn.LeakyReLU) => l.forward(randnOf([9])), { negativeSlope: 0.5 }],
    [new nn.ELU(), (l: nn.ELU) => l.forward(randnOf([9])), { alpha: 2 }],
    [new nn.GELU(), (l: nn.GELU) => l.forward(randnOf([9])), { approximate: "tanh" }],
    [new nn.Softmax(), (l: nn.Softmax) => l.forward(randnOf([3, 3])), { dim: 0 }],
    [new nn.LogSoftmax(), (l: nn.LogSoftmax) => l.forward(randnOf([3, 3])), { dim: 0 }],
    [new nn.Embedding(4, 2), (l: nn.Embedding) => l.forward(classes), { weight: new nn.Parameter(ones([4, 2])) }],
    [new nn.Conv1d(3, 2, 2), (l: nn.Conv1d) => l.forward(randnOf([2, 3, 5])), { bias: null }],
    [new nn.Conv2d(3, 2, 2), (l: nn.Conv2d) => l.forward(image()), { bias: null }],
    [new nn.Flatten(), (l: nn.Flatten) => l.forward(image()).sum(1).flatten(), { startDim: 2 }],
    [new nn.GRU(3, 4), (l: nn.GRU) => l.forward(randnOf([5, 2, 3])).output, { batchFirst: true }],
    [new nn.GRU(3, 4), (l: nn.GRU) => l.forward(randnOf([5, 2, 3])).output, { bias_ih_l0: new nn.Parameter(ones([12])) }],
    [new nn.MSELoss(), (l: nn.MSELoss) => l.forward(ones([3]), tensor([1, 2, 4])), { options: { reduction: "sum" } }],
    [new nn.SmoothL1Loss(), (l: nn.SmoothL1Loss) => l.forward(ones([3]), tensor([1, 2, 4])), { options: { beta: 2 } }],
  ];
  const randnOf = (shape: number[]): Tensor => {
    manualSeed(7);
    return randn(shape);
  };

  test.each(settings)("%s", (layer, run, change) => {
    follows(() => run(layer as never), ones([1]), [() => void Object.assign(layer, change)]);
  });

  test("options that a loss was not given", () => {
    const loss = new nn.CrossEntropyLoss();
    const logits = randn([2, 3]);
    const smooth = () => void Object.assign(loss.options, { labelSmoothing: 0.5 });
    follows(() => loss.forward(logits, classes), ones([1]), [smooth]);
  });
});

describe("fields that a step changes itself", () => {
  class Counting extends nn.Module {
    fc: nn.Linear = new nn.Linear(2, 2);
    calls: number = 0;
    lastSize: number = -1;
    history: number[] = [];
    stats: Record<string, number> = { seen: 0 };
    override forward(x: Tensor): Tensor {
      this.calls++;
      this.history.push(this.calls);
      this.stats["seen"]! += x.size(0);
      if (this.lastSize !== x.size(0)) this.lastSize = x.size(0);
      return this.fc.forward(x);
    }
  }

  test("are not watched: a counter, a cache and a list do not capture the step again", () => {
    const net = new Counting();
    const { step, runs } = counted((x: Tensor) => net.forward(x));
    const fast = compile(step);
    for (let i = 0; i < 12; i++) {
      const x = randn([1 + (i % 3), 2]);
      expect(numbers(fast(x))).toEqual(numbers(net.fc.forward(x)));
      net.calls += i; // from outside too
    }
    // Once per shape, and again once where the first captures found out what the step changes.
    expect(runs()).toBeLessThanOrEqual(6);
    const ran = runs();
    for (let i = 0; i < 6; i++) fast(randn([1 + (i % 3), 2]));
    expect(runs()).toBe(ran);
    net.fc = new nn.Linear(2, 2);
    const x = randn([2, 2]);
    expect(numbers(fast(x))).toEqual(numbers(net.fc.forward(x)));
  });

  test("and put back are watched", () => {
    class Muted extends nn.Module {
      drop: nn.Dropout = new nn.Dropout(0.5);
      scale: number = 2;
      override forward(x: Tensor): Tensor {
        const { scale } = this;
        this.scale = scale * 3;
        try {
          return x.mul(this.scale);
        } finally {
          this.scale = scale;
        }
      }
    }
    const net = new Muted();
    follows((x) => net.forward(x), randn([3]), [() => Object.assign(net, { scale: 5 })]);
  });

  test("fields that the step does not read do not matter", () => {
    class Run extends nn.Module {
      net: nn.Linear = new nn.Linear(2, 2);
      step: number = 0;
      override forward(x: Tensor): Tensor {
        return this.net.forward(x);
      }
    }
    const run = new Run();
    const { step, runs } = counted((x: Tensor) => run.forward(x));
    const fast = compile(step);
    for (let i = 0; i < 5; i++) {
      fast(randn([2, 2]));
      run.step++;
    }
    expect(runs()).toBe(1);
  });
});

test("fields, methods and prototypes are as they were after a capture, and after one that throws", () => {
  const net = new Net();
  const prototypes = [Net.prototype, nn.Linear.prototype, nn.Module.prototype];
  const all: readonly object[] = [net, net.norm, net.options, ...prototypes];
  const shape = (): unknown[] => [
    ...all.flatMap((object) =>
      Reflect.ownKeys(object).flatMap((key) => {
        const { value, get, set, writable, enumerable } = Object.getOwnPropertyDescriptor(object, key)!;
        return [key, value, get, set, writable, enumerable];
      }),
    ),
    Object.getPrototypeOf(nn.Module.prototype),
  ];
  const same = (a: unknown[], b: unknown[]): boolean =>
    a.length === b.length && a.every((x, i) => Object.is(x, b[i]));
  const before = shape();
  const x = randn([2, 3]);
  compile((y: Tensor) => net.forward(y))(x);
  expect(same(shape(), before)).toBe(true);
  expect(() => compile((y: Tensor) => tensor(net.forward(y).sum().item()))(x)).toThrow(/compile/);
  expect(same(shape(), before)).toBe(true);
});

test("a frozen module, and one with more modules alive than are watched at once", () => {
  const frozen = Object.freeze(new nn.Sequential(new nn.Linear(2, 2), new nn.ReLU()));
  const replace = () =>
    void Object.assign(frozen[0] as nn.Linear, { weight: new nn.Parameter(ones([2, 2])) });
  follows((x) => frozen.forward(x), randn([3, 2]), [replace], { differs: false });
  const crowd = Array.from({ length: 1001 }, () => new nn.ReLU());
  const net = new Net();
  const changes = changesOf(net);
  try {
    follows((x) => net.forward(x), randn([2, 3]), Object.values(changes), { differs: false });
  } finally {
    undoAll();
  }
  expect(crowd.length).toBe(1001);
});
