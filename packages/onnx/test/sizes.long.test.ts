// Programs whose sizes are rounded, limited or decide what runs: right at all sizes in ONNX Runtime, or refused by name.
import { linearAttention, slidingWindowAttention } from "@saccade/attention";
import { noGrad } from "@saccade/autograd";
import { GPT, TransformerDecoderLayer, TransformerEncoderLayer } from "@saccade/models";
import { AvgPool1d, Conv1d, Linear, MaxPool1d } from "@saccade/nn";
import { exportOnnx, OnnxError } from "@saccade/onnx";
import { arange, cat, ones, randn, type Tensor, tensor, zeros } from "@saccade/tensor";
import * as ort from "onnxruntime-web";
import { beforeAll, describe, expect, it } from "vitest";
import { Averaging, Gated, LinearAttention } from "../../models/test/own-attention/attentions.ts";

type Inputs = Readonly<Record<string, Tensor>>;

beforeAll(() => {
  ort.env.wasm.numThreads = 1;
});

async function differences(
  f: (x: Tensor) => Tensor,
  of: (n: number) => Tensor,
  example: number,
): Promise<object> {
  const dims = of(1).shape.flatMap((size, d) => (size === of(2).shape[d] ? [] : [d]));
  const axes = Object.fromEntries(dims.map((d) => [d, "n"]));
  const file = exportOnnx(({ x }: Inputs) => f(x!), { x: of(example) }, { dynamicAxes: { x: axes } });
  const session = await ort.InferenceSession.create(file);
  const found: Record<string, unknown> = {};
  for (const n of [example, 1, 2, 3, 7, 16, 40, 63, 65, 130]) {
    const x = of(n);
    let want: Tensor;
    try {
      want = noGrad(() => f(x));
    } catch {
      continue;
    }
    const { output } = await session.run({ x: new ort.Tensor("float32", Array.from(x.dataSync()), x.shape) });
    const wanted = want.dataSync();
    const given = output!.data as Float32Array;
    const worst = given.reduce((most, a, i) => Math.max(most, Math.abs(a - wanted[i]!)), 0);
    if (String(output!.dims) !== String(want.shape) || !(worst <= 1e-4))
      found[n] = [output!.dims, want.shape, worst];
  }
  await session.release();
  return found;
}

const rows = (n: number): Tensor => randn([2, n, 3]);
const channels = (n: number): Tensor => randn([2, 3, n]);
const square = (n: number): Tensor => randn([n, n]);
const conv = new Conv1d(3, 4, 3, { stride: 8, padding: 1 });

const right: Readonly<Record<string, readonly [(x: Tensor) => Tensor, (n: number) => Tensor]>> = {
  "the last rows": [(x) => x.slice(1, { start: -3 }).mul(2), rows],
  "all but the last rows": [(x) => x.slice(1, { stop: -3 }), rows],
  "a large step": [(x) => x.slice(1, { step: 20 }), rows],
  "a start, a stop and a step": [(x) => x.slice(1, { start: 2, stop: -1, step: 3 }), rows],
  "a window": [(x) => slidingWindowAttention(x, x, x, { window: 2 }), rows],
  "a wide causal window": [(x) => slidingWindowAttention(x, x, x, { window: 21, causal: true }), rows],
  "chunks of linear attention": [(x) => linearAttention(x, x, x, { causal: true }), rows],
  "a strided convolution": [(x) => conv.forward(x).flatten(1), channels],
  "a wide pool": [(x) => new MaxPool1d(20).forward(x).reshape([2, -1]), channels],
  "an average": [(x) => new AvgPool1d(3, { padding: 1 }).forward(x), channels],
  "a diagonal": [(x) => x.diagonal({ offset: 2 }), square],
  "a diagonal below": [(x) => x.diagonal({ offset: -4 }).add(1), square],
  "a part of a split": [(x) => x.split(4, 1)[0]!, rows],
  "as many of the first as there are": [(x) => x.narrow(1, 0, Math.min(x.size(1), 9)), rows],
  halves: [(x) => cat([x.slice(1, { start: Math.floor(x.size(1) / 2) }), x], 1), rows],
  "padding to whole blocks": [
    (x) => x.pad([0, 0, 0, (5 - (x.size(1) % 5)) % 5]).reshape([2, Math.ceil(x.size(1) / 5), 15]),
    rows,
  ],
  "rests of whole numbers by a size that is always 0": [
    (x) => {
      const none = x.narrow(1, 0, x.size(1) - x.size(1));
      const at = arange(none.size(1), { dtype: "int32" });
      const rests = [
        at.remainder(none.size(1)),
        at.fmod(none.size(1)),
        at.floorDivide(tensor([0], { dtype: "int32" })),
      ];
      return cat([x, ...rests.map((rest) => none.indexSelect(1, rest))], 1);
    },
    rows,
  ],
  "a row rolled along": [
    (x) =>
      x
        .roll(1, 1)
        .add(x.roll(-1, 1))
        .sub(x.roll([2, -2], [1, 1])),
    rows,
  ],
  "products of nothing": [
    (x) =>
      new Linear(0, 3).forward(x.narrow(2, 0, 0)).add(
        x
          .narrow(2, 0, 0)
          .matmul(zeros([0, 3]))
          .add(ones([3])),
      ),
    rows,
  ],
  "no rows, whatever the size": [
    (x) => new Linear(0, 3).forward(x.narrow(2, 0, 0).narrow(0, 0, 0).roll(-2, 2)),
    rows,
  ],
  "the root of a size": [(x) => x.div(Math.sqrt(x.size(1))).matmul(x.transpose(1, 2)), rows],
};

describe("a program whose sizes are rounded or limited", () => {
  it.each(Object.entries(right))("with %s is right at all sizes", async (_name, [f, of]) => {
    expect(await differences(f, of, 24)).toEqual({});
  });
});

describe("an attention of the user's own", () => {
  const own = {
    Averaging: () => new Averaging(),
    LinearAttention: (embedDim: number) => new LinearAttention(embedDim),
    Gated: (embedDim: number) => new Gated(embedDim),
  };
  const wide = (n: number): Tensor => randn([2, n, 8]);
  it.each(Object.entries(own))("%s is right at all sizes in every model", async (_name, attention) => {
    const options = { attention, dimFeedforward: 8, batchFirst: true, dropout: 0 } as const;
    const gpt = new GPT({
      vocabSize: 3,
      maxLen: 130,
      dModel: 8,
      numLayers: 1,
      numHeads: 2,
      attention,
    }).eval();
    const encoder = new TransformerEncoderLayer(8, 2, options).eval();
    const decoder = new TransformerDecoderLayer(8, 2, options).eval();
    expect(await differences((x) => gpt.blocks[0]!.forward(x).output, wide, 5)).toEqual({});
    expect(await differences((x) => encoder.forward(x, { causal: true }), wide, 5)).toEqual({});
    expect(await differences((x) => decoder.forward(x, x.neg(), { causal: true }), wide, 5)).toEqual({});
  });
});

describe("a program that decides by a size", () => {
  const refuse = (f: (x: Tensor) => Tensor, n: number): (() => unknown) => {
    return () =>
      exportOnnx(({ x }: Inputs) => f(x!), { x: randn([n, 3]) }, { dynamicAxes: { x: { 0: "n" } } });
  };

  it.each<readonly [string, (x: Tensor) => Tensor, RegExp]>([
    [
      "a branch",
      (x) => (x.size(0) > 1 ? x.mul(2) : x),
      /ops depend on the sizes: .* at n \d.* and .* at n 1\./,
    ],
    ["another branch", (x) => (x.size(0) > 33 ? x.exp() : x.neg()), /exp .* at n \d+/],
    ["a parity", (x) => (x.size(0) % 2 === 0 ? x : x.neg()), /the ops depend on the sizes/],
    ["squeeze()", (x) => x.squeeze(), /squeeze\(\) removes every dim that has size 1: name the dim/],
    [
      "a logarithm",
      (x) => x.mul(Math.floor(Math.log2(x.size(0)))),
      /mul\.scalar\.value.*it is \d at n \d+; \d at n \d+/,
    ],
  ])("by %s is refused by name, whatever the example's size", (_name, f, message) => {
    for (const n of [1, 2, 5, 16]) {
      expect(refuse(f, n)).toThrow(message);
      expect(refuse(f, n)).toThrow(OnnxError);
    }
  });

  it("says at which sizes a function of one size fails, and how to fix the size", () => {
    const f = (x: Tensor): Tensor => new Linear(6, 2).forward(x.flatten());
    expect(refuse(f, 2)).toThrow(
      /runs at n 2 only, the example's size\. At n \d+ it throws: Linear\.forward: .* Leave n out of dynamicAxes/,
    );
  });
});
