import { compile, noGrad } from "@saccade/autograd";
import { full, memory, ones, scope, type Tensor, tensor, zeros } from "@saccade/tensor";
import { applyInto, ops } from "@saccade/tensor/backend";
import { expect, test } from "vitest";
import * as nn from "../../src/index.ts";

/** Counts its calls and keeps a mask that is not saved. */
class Counter extends nn.Module {
  readonly weight: nn.Parameter = new nn.Parameter(ones([2]));
  readonly mask: Tensor = this.registerBuffer("mask", tensor([1, 0]), { persistent: false });
  readonly count: Tensor = this.registerBuffer("count", zeros([], { dtype: "int32" }));
  readonly none: Tensor | null = this.registerBuffer("none", null);

  override forward(x: Tensor): Tensor {
    applyInto(ops.add, [this.count, ones([], { dtype: "int32" })], {}, [this.count]);
    return x.mul(this.weight).mul(this.mask);
  }
}

test("buffers are named, saved unless they are not persistent, and no parameters", () => {
  const net = new nn.Sequential(new nn.Linear(1, 2), new Counter());
  expect(Object.keys(net.namedParameters())).toEqual(["0.weight", "0.bias", "1.weight"]);
  expect(Object.keys(net.namedBuffers())).toEqual(["1.mask", "1.count"]);
  expect(Object.keys(net.stateDict())).toEqual(["0.weight", "0.bias", "1.weight", "1.count"]);
  expect(net.buffers()[1]).toBe(net.getBuffer("1.count"));
});

test("a state is loaded into buffers, as bytes too, and strictly", () => {
  const counter = new Counter();
  const { count } = counter;
  counter.forward(ones([2]));
  counter.forward(ones([2]));
  const other = new Counter();
  other.loadStateDict(nn.fromSafetensors(nn.toSafetensors(counter)).tensors);
  expect(other.count.item()).toBe(2);
  expect(counter.count).toBe(count);
  expect(() => other.loadStateDict({ weight: ones([2]) })).toThrow(/missing: count/);
  expect(() => other.loadStateDict({ weight: ones([2]), count: zeros([]) })).toThrow(
    /count: float32 in the state, int32 in the module/,
  );
  expect(other.loadStateDict({ weight: ones([2]) }, { strict: false }).missing).toEqual(["count"]);
});

test("a snapshot of a buffer keeps its value", () => {
  const counter = new Counter();
  const before = counter.stateDict();
  counter.forward(ones([2]));
  expect([before["count"]!.item(), counter.count.item()]).toEqual([0, 1]);
});

test("a captured step replays the writes of buffers", () => {
  const counter = new Counter();
  const optimizer = new nn.SGD(counter, { lr: 0.125 });
  const step = compile((x: Tensor) => optimizer.step(() => counter.forward(x).sum()));
  for (let i = 0; i < 5; i++) step(ones([2]));
  expect(step.recordings).toBe(1);
  expect(counter.count.item()).toBe(5);
  expect(counter.weight.toArray()).toEqual([0.375, 1]);
});

test("a buffer is its tensor, or a copy of a view of other memory", () => {
  const whole = ones([2]);
  const net = new Counter();
  expect(net.registerBuffer("table", whole)).toBe(whole);
  expect(net.registerBuffer("column", ones([2, 2]).narrow(1, 0, 1)).isContiguous).toBe(true);
  expect(Object.keys(net.stateDict())).toEqual(["weight", "count", "table", "column"]);
});

test("names that no buffer can have throw", () => {
  const net = new Counter();
  const dots = /without dots/;
  const wrong = { "": dots, "a.b": dots, forward: /method/, train: /method/, weight: /has such a field/ };
  for (const [name, words] of Object.entries(wrong))
    expect(() => net.registerBuffer(name, ones([1]))).toThrow(words);
  expect(() => net.registerBuffer("p", new nn.Parameter(ones([1])))).toThrow(
    /is a Parameter, which is trained/,
  );
});

test("a scope that returns a module keeps its buffers, and frees those of others", () => {
  const before = memory().tensors;
  const kept = scope(() => {
    new Counter();
    return new Counter();
  });
  expect(memory().tensors - before).toBe(2); // one number outside of scopes takes no memory of the backend
  expect(kept.mask.toArray()).toEqual([1, 0]);
});

test("to(dtype) converts floats, keeps the parameters' objects, and optimizers go on", () => {
  const net = new nn.Sequential(new nn.Linear(2, 2), new Counter());
  const optimizer = new nn.Adam(net, { lr: 0.1 });
  const parameters = net.parameters();
  const loss = (x: Tensor): Tensor => optimizer.step(() => net.forward(x).sum());
  loss(ones([1, 2]));
  expect(net.to("float64")).toBe(net);
  expect(net.parameters().every((parameter, i) => parameter === parameters[i])).toBe(true);
  const dtypes = Object.values(net.stateDict()).map(({ dtype }) => dtype);
  expect(dtypes).toEqual([...Array(3).fill("float64"), "int32"]);
  expect(loss(ones([1, 2], { dtype: "float64" })).dtype).toBe("float64");
  expect(() => Reflect.apply(net.to, net, ["int32"])).toThrow(/backend/);
});

test("children, submodules, parameters by name, and apply", () => {
  class Net extends nn.Module {
    readonly first: nn.Linear = new nn.Linear(2, 2);
    readonly layers: readonly nn.Module[] = [new nn.Linear(2, 2), new nn.Sequential(new Counter())];
    override forward(): void {}
  }
  const net = new Net();
  expect([...net.namedChildren().keys()]).toEqual(["first", "layers.0", "layers.1"]);
  expect(net.getSubmodule("layers.1.0")).toBeInstanceOf(Counter);
  expect(net.getSubmodule("")).toBe(net);
  expect(net.getParameter("first.bias")).toBe(net.first.bias);
  expect(() => net.getSubmodule("layers.2")).toThrow(
    /no module is named "layers.2"; the names are first, layers.0/,
  );
  const order: string[] = [];
  expect(net.apply((module) => order.push(module.constructor.name))).toBe(net);
  expect(order).toEqual(["Linear", "Linear", "Counter", "Sequential", "Net"]);
  net.apply((module) => {
    if (module instanceof nn.Linear) nn.init.constant(module.weight, 2);
  });
  expect(net.first.weight.toArray()).toEqual(full([2, 2], 2).toArray());
});

/** Centres its input by a running mean, which it uses before it updates it. */
class Centred extends nn.Module {
  readonly weight: nn.Parameter = new nn.Parameter(ones([2]));
  mean: Tensor = this.registerBuffer("mean", zeros([2]));

  override forward(x: Tensor): Tensor {
    const y = x.mul(this.weight).mul(this.mean).sub(this.mean);
    if (this.training) this.mean = this.mean.add(x.detach().mean(0)).div(2);
    return y;
  }
}

const input = (): Tensor => tensor([1, 3, 3, 5]).reshape([2, 2]);

test.each(["eager", "compiled"])("a buffer takes what forward assigns to its field: %s", (mode) => {
  const net = new Centred();
  const { mean } = net;
  const optimizer = new nn.SGD(net, { lr: 0.125 });
  const train = (x: Tensor): Tensor => optimizer.step(() => net.forward(x).square().sum());
  const step = mode === "eager" ? train : compile(train);
  const x = input();
  step(x);
  const { tensors } = memory();
  for (let i = 0; i < 3; i++) step(x);
  if (mode === "eager") expect(memory().tensors).toBe(tensors);
  expect(net.mean.toArray()).toEqual([1.875, 3.75]);
  expect(net.mean).toBe(mean);
  expect(net.stateDict()["mean"]!.toArray()).toEqual([1.875, 3.75]);
  if ("recordings" in step) expect(step.recordings).toBe(1);
});

test("a field assigned in a scope outlives it, without an optimizer, and however the class declares it", () => {
  class Declared extends nn.Module {
    declare mean: Tensor;
    constructor() {
      super();
      this.registerBuffer("mean", zeros([2]));
    }
    override forward(x: Tensor): void {
      this.mean = x.mean(0);
    }
  }
  const net = new Declared();
  noGrad(() => net.forward(input()));
  expect(net.getBuffer("mean").toArray()).toEqual([2, 4]);
  scope(() => {
    net.mean = ones([3]).add(1); // another shape
  });
  expect(net.mean.toArray()).toEqual([2, 2, 2]);
});

test("a buffer that is exchanged for a while gets its own value back", () => {
  const net = new Centred();
  scope(() => {
    const own = net.mean;
    net.mean = ones([2]).mul(7);
    expect(net.mean.toArray()).toEqual([7, 7]);
    net.mean = own;
  });
  expect(net.mean.toArray()).toEqual([0, 0]);
});

test("a step that throws leaves its buffers as they were", () => {
  const net = new Centred();
  const step = (): unknown =>
    noGrad(() => {
      net.forward(input());
      throw new Error("stop");
    });
  expect(step).toThrow("stop");
  expect(net.mean.toArray()).toEqual([0, 0]);
});

test("a captured step sees a buffer that was exchanged between calls", () => {
  const net = new Centred();
  const step = compile((x: Tensor) => noGrad(() => net.forward(x)));
  step(input());
  step(input());
  net.mean = tensor([8, 16]);
  step(input());
  expect(net.mean.toArray()).toEqual([5, 10]);
});
