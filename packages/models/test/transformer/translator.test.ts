import { noGrad, valueAndGrad } from "@saccade/autograd";
import { Adam } from "@saccade/nn";
import { manualSeed } from "@saccade/tensor";
import { expect, test } from "vitest";
import { expectClose, ints, numbers } from "../../../attention/test/helpers.ts";
import { predictSeq2Seq, seq2seqLoss, Transformer, type TransformerOptions } from "../../src/index.ts";

const sizes = {
  srcVocabSize: 6,
  tgtVocabSize: 7,
  dModel: 8,
  numHeads: 2,
  numLayers: 2,
  dimFeedforward: 8,
  maxLen: 6,
};
const [source, target] = [ints("1 2 3, 4 5 0"), ints("1 2 3 4, 1 6 5 5")];
const lens = ints([3, 2]);
const words = ["<pad>", "<bos>", "<eos>", "a", "b", "c", "d"];
const vocab = {
  has: (token: string) => words.includes(token),
  index: (token: string) => words.indexOf(token),
  toTokens: (ids: Iterable<number>) => [...ids].map((id) => words[id]!),
};

function make(options: Partial<TransformerOptions> = {}): Transformer {
  manualSeed(2);
  return new Transformer({ ...sizes, ...options }).eval();
}

const kinds = ["sinusoidal", "learned", "rotary", "relative", "alibi"] as const;

test.each(kinds)("with %s positions, decoding word by word equals decoding at once", (positions) => {
  const normFirst = positions === "rotary" || positions === "learned";
  const net = make({ positions, normFirst, tied: normFirst });
  const whole = net.forward(source, target, lens);
  expectClose(whole.output, net.logits(source, target, lens), 1e-4);
  noGrad(() => {
    let state = net.decoder.initState(net.encoder.forward(source, lens), lens);
    for (let i = 0; i < 4; i++) {
      const step = net.decoder.forward(target.narrow(1, i, 1), state);
      // The state before is as it was.
      expectClose(step.output, net.decoder.forward(target.narrow(1, i, 1), state).output);
      expectClose(step.output, whole.output.narrow(1, i, 1), 1e-4);
      expectClose(step.weights, whole.weights.narrow(0, i, 1), 1e-4);
      state = step.state;
    }
  });
});

test("padding of the source changes nothing; the target's future neither", () => {
  const net = make();
  const { output } = net.forward(source, target, lens);
  const padded = ints("1 2 3, 4 5 3");
  expectClose(net.forward(padded, target, lens).output, output);
  expectClose(net.forward(source, target.narrow(1, 0, 2), lens).output, output.narrow(1, 0, 2), 1e-4);
});

test("weights are those of the chosen heads", () => {
  const net = make();
  const { weights, crossWeights } = net.forward(source, target, lens);
  expect(crossWeights.map((w) => w.shape)).toEqual([
    [2, 2, 4, 3],
    [2, 2, 4, 3],
  ]);
  expectClose(weights, crossWeights[1]!.mean(1).transpose(0, 1).unsqueeze(2));
  net.decoder.chooseHeads(0, [1]);
  const chosen = net.forward(source, target, lens).weights;
  expectClose(chosen, crossWeights[0]!.select(1, 1).transpose(0, 1).unsqueeze(2));
});

test("it trains and translates as an EncoderDecoder", () => {
  const net = make({ srcVocabSize: 7, dropout: 0 }).train();
  const batch = {
    X: source,
    XValidLen: lens,
    Y: ints("3 4 2, 5 2 0"),
    YValidLen: ints([3, 2]),
  };
  const loss = () => seq2seqLoss(net, batch, 1).loss;
  const { value, grads } = valueAndGrad(loss, net.namedParameters());
  for (const [name, grad] of Object.entries(grads)) {
    expect([name, numbers(grad).some((g) => g !== 0)]).toEqual([name, true]);
  }
  const optimizer = new Adam(net, { lr: 0.02 });
  for (let i = 0; i < 12; i++) optimizer.step(loss);
  expect(noGrad(() => loss().item())).toBeLessThan(value.item() / 2);
  const greedy = predictSeq2Seq(net, "<bos> <eos> a", vocab, vocab, { numSteps: 4 });
  expect(greedy.weights[0]).toHaveLength(greedy.sourceTokens.length);
  const beam = predictSeq2Seq(net, "<bos> <eos> a", vocab, vocab, { numSteps: 4, beamSize: 2 });
  expect(beam.logProb).toBeGreaterThanOrEqual(greedy.logProb - 1e-5);
});

test("what does not fit is refused", () => {
  const net = make();
  expect(() => net.forward(ints([[6]]), ints([[1]]))).toThrow(
    /unknown token id 6; ids are 0 to 5 \(srcVocabSize 6\)/,
  );
  expect(() => net.forward(ints([[1]]), ints([[7]]))).toThrow(
    /unknown token id 7; ids are 0 to 6 \(tgtVocabSize 7\)/,
  );
  const long = ints([[1, 1, 1, 1, 1, 1, 1]]);
  expect(() => net.forward(long, ints([[1]]))).toThrow(/the source has 7 positions, beyond maxLen 6/);
  expect(() => net.forward(ints([[1]]), long)).toThrow(/the target has 7 positions, beyond maxLen 6/);
  expect(() => net.forward(source, ints([[1]]))).toThrow(/b is 2 in encX .*, but 1 in decX/);
  expect(() => make({ numHeads: 3 })).toThrow(/dModel 8 does not divide into 3 heads/);
  expect(() => Reflect.construct(Transformer, [{ ...sizes, nhead: 2 }])).toThrow(/write numHeads/);
});
