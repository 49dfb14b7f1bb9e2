import { GPT } from "@saccade/models";
import { Dropout, HalfLinear, Linear, Module, ReLU, Sequential } from "@saccade/nn";
import { cacheOf, exportCachedOnnx, exportOnnx, OnnxError } from "@saccade/onnx";
import { ArgumentError, arange, memory, randn, type Tensor, tensor, zeros } from "@saccade/tensor";
import { apply1, defineOp } from "@saccade/tensor/backend";
import { widenHalf } from "@saccade/tensor/fused";
import { describe, expect, it } from "vitest";
import { Averaging, Gated } from "../../models/test/own-attention/attentions.ts";
import { problemsOf, readModel } from "./read-model.ts";

const sizes = { vocabSize: 11, maxLen: 12, dModel: 8, numLayers: 1, numHeads: 2 };
const ids = zeros([2, 3], { dtype: "int32" });

describe("the graph", () => {
  it("has the parameters' names, named dims, and every value once before it is used", () => {
    const gpt = new GPT(sizes);
    const model = readModel(exportOnnx(gpt, { ids }, { needWeights: true }));
    expect(problemsOf(model)).toEqual([]);
    expect(model.opset).toBe(23);
    const names = model.initializers.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(Object.keys(gpt.namedParameters())));
    expect(model.inputs).toEqual([{ name: "ids", dims: ["batch", "length"] }]);
    expect(model.outputs).toEqual([
      { name: "output", dims: ["batch", "length", 11] },
      { name: "weights.0", dims: ["batch", 2, "length", "length"] },
    ]);
  });

  it("holds each parameter once, with all of its bytes, and no nodes that no output needs", () => {
    const net = new Sequential(new Linear(4, 3), new ReLU());
    const f = ({ x }: Readonly<Record<string, Tensor>>): Tensor => {
      net.forward(x!.exp());
      return net.forward(x!);
    };
    const { nodes, initializers } = readModel(exportOnnx(f, { x: randn([2, 4]) }, { model: net }));
    expect(nodes.map(({ op }) => op)).toEqual(["Transpose", "MatMul", "Add", "Relu", "Identity"]);
    expect(initializers).toEqual([
      { name: "0.weight", shape: [3, 4], type: 1, bytes: 48 },
      { name: "0.bias", shape: [3], type: 1, bytes: 12 },
    ]);
  });

  it("of a cached step has the past as inputs, the present as outputs, and joins them without a buffer", () => {
    const model = readModel(exportCachedOnnx(new GPT(sizes)));
    expect(problemsOf(model)).toEqual([]);
    expect(model.inputs[1]).toEqual({ name: "past.0.key", dims: ["batch", 2, "past", 4] });
    expect(model.outputs.map(({ name }) => name)).toEqual(["logits", "present.0.key", "present.0.value"]);
    expect(model.outputs[1]!.dims).toEqual(["batch", 2, "length+past", 4]);
    expect(
      model.nodes.filter(({ op, inputs }) => op === "Concat" && inputs.includes("past.0.key")),
    ).toHaveLength(1);
  });

  it("names the sizes of several modules' parameters by their prefix", () => {
    const [encoder, decoder] = [new Linear(2, 3), new Linear(3, 2)];
    const f = ({ x }: Readonly<Record<string, Tensor>>): Tensor => decoder.forward(encoder.forward(x!));
    const { initializers } = readModel(exportOnnx(f, { x: randn([2, 2]) }, { model: { encoder, decoder } }));
    expect(initializers.map(({ name }) => name)).toContain("decoder.weight");
  });
});

describe("an attention of the user's own", () => {
  it("that uses its mask exports from a GPT, with a cache of its own shape too", () => {
    const gpt = new GPT({ ...sizes, attention: (embedDim: number) => new Gated(embedDim) });
    expect(problemsOf(readModel(exportOnnx(gpt, { ids })))).toEqual([]);
    const { inputs, ...cached } = readModel(exportCachedOnnx(gpt));
    expect(problemsOf({ inputs, ...cached })).toEqual([]);
    expect(inputs[1]).toEqual({ name: "past.0.key", dims: ["batch", 1, "past", 8] });
    const uncached = new GPT({ ...sizes, attention: () => new Averaging() });
    expect(() => exportCachedOnnx(uncached)).toThrow("Averaging takes no cache");
  });

  it("that decides by a size is named with what runs in its place", () => {
    class Deciding extends Module {
      readonly numHeads = 1;
      readonly map = new Linear(8, 8);
      override forward(q: Tensor): { output: Tensor } {
        return { output: q.size(1) > 1 ? q.exp() : this.map.forward(q) };
      }
    }
    const gpt = new GPT({ ...sizes, attention: () => new Deciding() });
    const [own, inner] = ["blocks.0.attention (Deciding)", "blocks.0.attention.map (Linear)"];
    const call = (op: string, place: string, n: string): string =>
      `${op} of [^.]* dims in ${place.replace(/[.()]/g, "\\$&")} at batch \\d+, length ${n}`;
    expect(() => exportOnnx(gpt, { ids })).toThrow(
      new RegExp(`${call("exp", own, "\\d+")}, and ${call("linear", inner, "1")}`),
    );
  });
});

describe("16-bit weights", () => {
  it.each([
    ["bfloat16", 16],
    ["float16", 10],
  ] as const)("are %s in the file, two bytes a number, and are cast where they are used", (weights, type) => {
    const gpt = new GPT({ ...sizes, weights });
    for (const file of [exportOnnx(gpt, { ids }), exportCachedOnnx(gpt)]) {
      const model = readModel(file);
      expect(problemsOf(model)).toEqual([]);
      const halves = model.initializers.filter((initializer) => initializer.type === type);
      expect(halves).toEqual(
        [
          ["embedding.weight", 11, 8],
          ["blocks.0.attention.qkv.weight", 24, 8],
          ["blocks.0.attention.out.weight", 8, 8],
          ["blocks.0.feedForward.up.weight", 32, 8],
          ["blocks.0.feedForward.down.weight", 8, 32],
        ].map(([name, rows, width]) => ({
          name,
          shape: [rows, width],
          type,
          bytes: 2 * Number(rows) * Number(width),
        })),
      );
      // Rows of the table are looked up before they are cast; the whole table is for the logits.
      const consumers = (name: string): string[] =>
        model.nodes.filter(({ inputs }) => inputs.includes(name)).map(({ op }) => op);
      expect(consumers("embedding.weight").toSorted()).toEqual(["Cast", "Gather"]);
      expect(consumers("blocks.0.attention.qkv.weight")).toEqual(["Cast"]);
    }
  });

  it("refuse to be used as whole numbers too", () => {
    const half = new HalfLinear(4, 3);
    const f = ({ x }: Readonly<Record<string, Tensor>>): Tensor =>
      half.forward(x!).add(half.weight.amax().to("float32"));
    expect(() => exportOnnx(f, { x: randn([2, 4]) }, { model: half })).toThrow(/16-bit numbers/);
  });
});

describe("tracing", () => {
  it("runs in evaluation mode, restores training mode, and leaves neither tensors nor methods behind", () => {
    const net = new Sequential(new Linear(2, 2), new Dropout(0.5));
    const x = randn([3, 2]);
    const before = memory();
    exportOnnx(net, { x });
    expect(memory()).toEqual(before);
    expect(net.modules().every(({ training }) => training)).toBe(true);
    expect(Object.hasOwn(net, "forward")).toBe(false);
  });
});

class Halting extends Module {
  out: Linear = new Linear(2, 2);
  override forward(x: Tensor): Tensor {
    const y = this.out.forward(x);
    return y.sum().item() > 0 ? y : y.neg();
  }
}

const cube = defineOp<readonly [Tensor], readonly [Tensor], object>({
  name: "cube",
  infer: ([x]) => [x],
  forward([x], [y]) {
    for (let i = 0; i < y.data.length; i++) y.data[i] = x.data[i]! ** 3;
  },
  gradient: ([g], [x]) => [() => g.mul(x.square()).mul(3)],
});

describe("errors", () => {
  const x = randn([3, 4]);
  const failing = (f: (x: Tensor) => unknown, model?: Module): (() => unknown) => {
    return () => exportOnnx(({ x }) => f(x!), { x }, { model, dynamicAxes: { x: { 0: "batch" } } });
  };

  it("refuse what a program decides by the inputs, with its place", () => {
    const net = new Sequential(new Linear(4, 2), new Halting());
    expect(() => exportOnnx(net, { x })).toThrow(OnnxError);
    expect(() => exportOnnx(net, { x })).toThrow(
      /item reads numbers that depend on the inputs, in 1 \(Halting\)/,
    );
  });

  it("name an op without ONNX operators, with its place", () => {
    class Net extends Module {
      inner: Linear = new Linear(4, 4);
      override forward(x: Tensor): Tensor {
        return apply1(cube, [this.inner.forward(x)], {});
      }
    }
    const net = new Net();
    expect(failing((x) => net.forward(x), net)).toThrow(
      /the op cube, in the model \(Net\), has no ONNX operators/,
    );
    const packed = ({ x: bits }: Readonly<Record<string, Tensor>>): Tensor => widenHalf(bits!, "bfloat16");
    expect(() => exportOnnx(packed, { x: zeros([3, 2], { dtype: "int32" }) })).toThrow(
      /the op widenHalf, .* unpacks 16-bit numbers that are computed, an input/,
    );
    expect(failing((x) => x.add(randn([4])))).toThrow(/normal.*draws random numbers; pass them as an input/);
  });

  it("say that a loop over a dynamic size is no graph", () => {
    const loop = (x: Tensor): Tensor => {
      let sum = x.select(0, 0);
      for (let i = 1; i < x.size(0); i++) sum = sum.add(x.select(0, i));
      return sum;
    };
    expect(failing(loop)).toThrow(/the ops depend on the sizes: .* Export one step of a loop/);
  });

  it("say that numbers depend on the sizes in an unknown way", () => {
    expect(failing((x) => x.add(tensor([...Array(x.size(0))].map((_, i) => [i * i]))))).toThrow(
      /a tensor float32 of numbers that depend on the sizes is made outside of the model's modules/,
    );
    expect(failing((x) => x.mul(Math.log(x.size(0))))).toThrow(/mul.scalar.value, .* depends on the sizes/);
    expect(() => failing((x) => x.mul(x.size(0)).add(arange(x.size(0)).unsqueeze(1)))()).not.toThrow();
  });

  const linear = (inputs: unknown, options?: object) => () =>
    Reflect.apply(exportOnnx, undefined, [new Linear(4, 2), inputs, options]);
  // biome-ignore format: a row a line
  it.each<readonly [string, () => unknown, RegExp]>([
    ["a program without a tensor", failing(() => 3), /returned no tensor/],
    ["an output with an input's name", failing((x) => ({ x: x.neg() })), /the output "x" has the name of an input/],
    ["no inputs", linear({}), /inputs/],
    ["axes of no input", linear({ x }, { dynamicAxes: { y: { 0: "n" } } }), /dynamicAxes/],
    ["axes that are not there", linear({ x }, { dynamicAxes: { x: { 2: "n" } } }), /dims 0 to 1/],
    ["one name of two sizes", linear({ x }, { dynamicAxes: { x: { 0: "n", 1: "n" } } }), /"n" is 3 in one input and 4/],
    ["unknown options", linear({ x }, { needWeights: false, dynamicAxis: {} }), /did you mean "dynamicAxes"/],
  ])("refuse %s, and say why", (_name, call, message) => {
    expect(call).toThrow(message);
  });

  it.each<readonly [string, readonly unknown[]]>([
    ["no inputs", []],
    ["null", [null]],
    ["a tensor", [x]],
    ["a list", [[x]]],
    ["numbers", [{ x: 3 }]],
    ["null for options", [{ x }, null]],
    ["a number for axes", [{ x }, { dynamicAxes: 3 }]],
    ["null for the axes of an input", [{ x }, { dynamicAxes: { x: null } }]],
    ["a number for the axes of an input", [{ x }, { dynamicAxes: { x: 3 } }]],
    ["a text for the axes of an input", [{ x }, { dynamicAxes: { x: "batch" } }]],
    ["a number for a name", [{ x }, { dynamicAxes: { x: { 0: 0 } } }]],
    ["a negative dim", [{ x }, { dynamicAxes: { x: { "-1": "n" } } }]],
  ])("refuse %s by name", (_name, args) => {
    expect(() => Reflect.apply(exportOnnx, undefined, [new Linear(4, 2), ...args])).toThrow(ArgumentError);
  });

  it.each<readonly [string, readonly unknown[]]>([
    ["nothing", []],
    ["no layers", [[], 1]],
    ["tensors", [[x], 1]],
    ["keys alone", [[{ key: zeros([1, 2, 3, 4]) }], 1]],
    ["no count", [[{ key: zeros([1, 2, 3, 4]), value: zeros([1, 2, 3, 4]) }]]],
  ])("cacheOf refuses %s by name", (_name, args) => {
    expect(() => Reflect.apply(cacheOf, undefined, args)).toThrow(ArgumentError);
  });
});
