import { readFileSync } from "node:fs";
import { valueAndGrad } from "@saccade/autograd";
import { fromData, type Shape, type Tensor } from "@saccade/tensor";
import { expect, test } from "vitest";
import { expectClose, ints, numbers } from "../../../attention/test/helpers.ts";
import * as models from "../../src/index.ts";
import { batchOf, makeNet, numSteps, vocab } from "./toy.ts";

interface Stored {
  readonly shape: Shape;
  readonly data: readonly number[];
}
type StoredMap = Readonly<Record<string, Stored>>;

/** Results of PyTorch 1.13 on the equations of the papers, written out step by step, with packed sequences. */
interface Golden {
  readonly sizes: {
    readonly source: number;
    readonly target: number;
    readonly embed: number;
    readonly hidden: number;
  };
  readonly X: number[][];
  readonly lengths: number[];
  readonly Y: number[][];
  readonly cases: readonly {
    readonly kind: "bahdanau" | "luong";
    readonly layers: number;
    readonly options: models.LuongDecoderOptions;
    readonly params: StoredMap;
    readonly output: Stored;
    readonly weights: Stored;
    readonly hidden: Stored;
    readonly state: Stored;
    readonly cotangents: { readonly output: Stored; readonly weights: Stored };
    readonly grads: StoredMap;
  }[];
}

const golden: Golden = JSON.parse(
  readFileSync(new URL("fixtures/bahdanau-luong.json", import.meta.url), "utf8"),
);
const load = ({ shape, data }: Stored): Tensor => fromData(Float32Array.from(data), shape);

type Net = models.EncoderDecoder | ReturnType<typeof luong>;

function bahdanau(
  source: number,
  target: number,
  embed: number,
  hidden: number,
  layers = 1,
): models.EncoderDecoder {
  return new models.EncoderDecoder(
    new models.BidirectionalEncoder(source, embed, hidden, layers),
    new models.BahdanauDecoder(target, embed, hidden, layers),
  );
}

function luong(
  source: number,
  target: number,
  embed: number,
  hidden: number,
  layers = 1,
  options: models.LuongDecoderOptions = {},
) {
  return new models.EncoderDecoder(
    new models.BidirectionalEncoder(source, embed, hidden, layers),
    new models.LuongDecoder(target, embed, hidden, layers, options),
  );
}

test.each(golden.cases.map((entry) => [`${entry.kind} ${JSON.stringify(entry.options)}`, entry] as const))(
  "PyTorch's %s",
  (_, { kind, layers, options, params, grads, cotangents, ...wanted }) => {
    const { source, target, embed, hidden } = golden.sizes;
    const [X, Y, lengths] = [ints(golden.X), ints(golden.Y), ints(golden.lengths)];
    const net: Net =
      kind === "bahdanau"
        ? bahdanau(source, target, embed, hidden, layers)
        : luong(source, target, embed, hidden, layers, options);
    net.loadStateDict(Object.fromEntries(Object.entries(params).map(([name, x]) => [name, load(x)])));
    net.eval();
    expectClose(net.encoder.forward(X, lengths).state, load(wanted.state));
    const found = net.forward(X, Y, lengths);
    expectClose(found.output, load(wanted.output));
    expectClose(found.weights, load(wanted.weights));
    expectClose(found.state.hidden, load(wanted.hidden));
    const made = valueAndGrad(() => {
      const { output, weights } = net.forward(X, Y, lengths);
      return output
        .mul(load(cotangents.output))
        .sum()
        .add(weights.mul(load(cotangents.weights)).sum());
    }, net.namedParameters());
    for (const [name, grad] of Object.entries(grads)) expectClose(made.grads[name]!, load(grad));
  },
);

const kinds: readonly (readonly [string, () => Net])[] = [
  ["the seeds' model", () => makeNet({ layers: 2 })],
  ["bahdanau", () => bahdanau(8, 8, 4, 6)],
  ["luong", () => luong(8, 8, 4, 6)],
  ["luong with input feeding", () => luong(8, 8, 4, 6, 2, { inputFeeding: true })],
  ["local luong", () => luong(8, 8, 4, 6, 1, { local: "monotonic", halfWidth: 1 })],
];

test.each(kinds)("%s: decoding word by word is decoding all at once", (_, make) => {
  const { encoder, decoder }: { encoder: Net["encoder"]; decoder: Net["decoder"] } = make().eval();
  const { X, XValidLen, Y } = batchOf([1, 2, 3]);
  const start = decoder.initState(encoder.forward(X, XValidLen), XValidLen);
  const whole = Reflect.apply(decoder.forward, decoder, [Y, start]);
  let state: unknown = start;
  for (let t = 0; t < Y.size(1); t++) {
    const step = Reflect.apply(decoder.forward, decoder, [Y.narrow(1, t, 1), state]);
    expectClose(step.output, whole.output.narrow(1, t, 1));
    expectClose(step.weights, whole.weights.narrow(0, t, 1));
    state = step.state;
  }
});

// The seeds' encoder reads padding too.
test.each(kinds.slice(1))("%s: padding changes neither words nor gradients", (_, make) => {
  const net = make().eval();
  const { X, XValidLen, Y } = batchOf([0, 1]);
  const of = (ids: Tensor): number[] => {
    const { value, grads } = valueAndGrad(() => {
      const { output, weights } = net.forward(ids, Y, XValidLen);
      return { loss: output.square().sum(), output, weights: weights.narrow(-1, 0, 3) };
    }, net.namedParameters());
    return [value.output, value.weights, ...Object.values(grads)].flatMap(numbers);
  };
  const [short, other] = [X.narrow(1, 0, 3), X.maskedFill(X.eq(vocab.index("<pad>")), vocab.index("d"))];
  const expected = of(short);
  for (const ids of [X, other]) {
    of(ids).forEach((value, i) => {
      expect(value).toBeCloseTo(expected[i]!, 6);
    });
  }
});

test.each(kinds)("%s: what trains and decodes the seeds' model takes it", (_, make) => {
  const net = make();
  const losses = models.trainSeq2Seq(net, [batchOf()], { lr: 0.03, numEpochs: 12, tgtVocab: vocab, seed: 1 });
  expect(losses.at(-1)!).toBeLessThan(0.7 * losses[0]!);
  for (const beamSize of [1, 3]) {
    const { tokens, weights, sourceTokens } = models.predictSeq2Seq(net, "b c d", vocab, vocab, {
      numSteps,
      beamSize,
    });
    expect(weights.map((row) => row.length)).toEqual(tokens.map(() => sourceTokens.length));
  }
});

test("state dropout changes output words in training only, and never the weights", () => {
  const net = luong(8, 8, 4, 6, 1, { stateDropout: 0.5 });
  const { X, Y, XValidLen } = batchOf([0, 1]);
  const dropped = net.train().forward(X, Y, XValidLen);
  const still = net.eval().forward(X, Y, XValidLen);
  expectClose(dropped.weights, still.weights);
  expect(numbers(dropped.output)).not.toEqual(numbers(still.output));
  const plain = luong(8, 8, 4, 6);
  plain.loadStateDict(net.stateDict());
  expectClose(still.output, plain.eval().forward(X, Y, XValidLen).output);
});
