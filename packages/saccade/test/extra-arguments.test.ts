import * as lens from "@saccade/lens";
import * as onnx from "@saccade/onnx";
import * as plot from "@saccade/plot";
import * as pretrained from "@saccade/pretrained";
import * as saccade from "saccade";
import { Linear, Module, relu, type Tensor, tensor } from "saccade";
import { describe, expect, test } from "vitest";

// Every public function, constructor and method refuses arguments beyond its last, and looks at nothing else before. So
// each can be called with forty values that mean nothing.
const given: readonly undefined[] = Array(40).fill(undefined);

/** Their last parameter is a rest parameter. */
const variadic: ReadonlySet<string> = new Set([
  "blockDiag",
  "broadcastShapes",
  "broadcastTensors",
  "cartesianProd",
  "checkpoint",
  "einsum",
  "isWatched",
  "new Sequential",
  "new TensorDataset",
  "TrainerClient.query",
]);

/** Methods and functions that run in every forward, and classes that only the library makes: protected or internal in the types. */
const internal: ReadonlySet<string> = new Set([
  "AttentionCache.check",
  "CausalSelfAttention.forward",
  "new BytePairTokenizer",
  "new LoraAdapter",
  "new Optimizer",
  "new Scheduler",
  "new Scoring",
  "Seq2SeqEncoder.forward",
  "Tensor.checkLive",
  "TransformerXLLayer.run",
  "site",
]);
const hooks: ReadonlySet<string> = new Set(
  "bias checkSettings compare describeOptions map moveOn nextLr rotate setLrs stateProblems toJSON".split(
    " ",
  ),
);

/** Objects whose contracts read sizes of the instance, or are its own. */
const instances: Readonly<Record<string, object>> = {
  AdditiveAttention: new saccade.AdditiveAttention(2, 2, 2),
  AttentionCache: new saccade.AttentionCache(),
  AttentionPooling: new saccade.AttentionPooling(2, 2),
  ChannelShuffle: new saccade.ChannelShuffle(2),
  Bert: new saccade.Bert({
    vocabSize: 3,
    dModel: 2,
    numLayers: 1,
    numHeads: 1,
    dimFeedforward: 2,
    maxLen: 3,
  }),
  DotProductAttention: new saccade.DotProductAttention(),
  Fold: new saccade.Fold(4, 2),
  KeyValueCache: new saccade.KeyValueCache(1),
  PixelShuffle: new saccade.PixelShuffle(2),
  PixelUnshuffle: new saccade.PixelUnshuffle(2),
  Scoring: new saccade.DotScoring(2),
  TransformerDecoderLayer: new saccade.TransformerDecoderLayer(2, 1),
  TransformerEncoderLayer: new saccade.TransformerEncoderLayer(2, 1),
  Unfold: new saccade.Unfold(2),
  Upsample: new saccade.Upsample({ scaleFactor: 2 }),
  UpsamplingBilinear2d: new saccade.UpsamplingBilinear2d({ scaleFactor: 2 }),
  UpsamplingNearest2d: new saccade.UpsamplingNearest2d({ scaleFactor: 2 }),
};

type Call = (...args: readonly unknown[]) => unknown;
type Class = { readonly prototype: object } & (new (...args: readonly unknown[]) => unknown);

/** Every public call of some exports by name. Most methods run on an object without fields: they must not get to them. */
function* calls(exported: Readonly<Record<string, unknown>>): Iterable<readonly [string, Call]> {
  for (const [name, value] of Object.entries(exported)) {
    if (name.endsWith("Error")) continue;
    if (isClass(value)) {
      yield [`new ${name}`, (...args) => new value(...args)];
      for (const [method, { value: f }] of Object.entries(Object.getOwnPropertyDescriptors(value.prototype)))
        if (method !== "constructor" && !hooks.has(method) && typeof f === "function")
          yield [
            `${name}.${method}`,
            (...args) => f.apply(instances[name] ?? Object.create(value.prototype), args),
          ];
    } else if (typeof value === "function") {
      yield [name, (...args) => Reflect.apply(value, undefined, args)];
    }
  }
}

function isClass(value: unknown): value is Class {
  return typeof value === "function" && /^class\b/.test(Function.prototype.toString.call(value));
}

describe("arguments beyond the last are refused", () => {
  const packages = [saccade, plot, pretrained, lens, onnx];
  const named = packages.flatMap((exported) => [...calls(exported)]);
  test.for(named.filter(([name]) => !variadic.has(name) && !internal.has(name)))("%s", async ([, call]) => {
    const refused = /takes .* got \d\d|takes at most \d numbers|have no method|are not made by new/;
    await expect((async () => call(...given))()).rejects.toThrow(refused);
  });
});

test("a module without a constructor of its own takes no arguments", () => {
  class Net extends Module {
    out: Linear = new Linear(2, 1);
    override forward(x: Tensor): Tensor {
      return this.out.forward(x);
    }
  }
  expect(() => Reflect.construct(Net, [3])).toThrow("Net: it takes no arguments, got 1.");
});

test("map may call a function of one tensor", () => {
  expect([tensor(-1), tensor(2)].map(relu).map((x) => x.item())).toEqual([0, 2]);
});
