import * as attention from "@saccade/attention";
import { Linear } from "@saccade/nn";
import { ArgumentError, ones, profile, tensor } from "@saccade/tensor";
import { expect, test } from "vitest";
import { noise } from "../../../attention/test/helpers.ts";
import { call, callMethod, expectRefused } from "../../../nn/test/wrong-calls/helpers.ts";
import * as models from "../../src/index.ts";
import * as seeds from "../../src/seeds/index.ts";

type Refused = Readonly<Record<string, readonly [() => unknown, RegExp]>>;

const f =
  (name: string, ...args: unknown[]) =>
  (): unknown =>
    call(Reflect.get({ ...models, ...seeds }, name), ...args);
const forward =
  (name: string, args: readonly unknown[], ...inputs: unknown[]) =>
  (): unknown =>
    callMethod(Object(f(name, ...args)()), "forward", ...inputs);
const x = noise([2, 3, 4]);
const ids = ones([2, 3], { dtype: "int32" });
const lens = tensor([1, 3], { dtype: "int32" });
const padding = ones([2, 3], { dtype: "bool" });
const ends = { bos: 1, eos: 2, maxSteps: 3 };
const small = { batchFirst: true, dimFeedforward: 4 };
const encoderLayer = (...inputs: unknown[]) => forward("TransformerEncoderLayer", [4, 2, small], ...inputs);
const decoderLayer = (...inputs: unknown[]) => forward("TransformerDecoderLayer", [4, 2, small], ...inputs);
const gpt = { vocabSize: 7, maxLen: 9, dModel: 4, numLayers: 1, numHeads: 2 };
const model = new models.GPT(gpt);
const generate = (options: object) => f("generate", model, [1], { maxNewTokens: 1, ...options });
const net = new models.EncoderDecoder(
  new models.Seq2SeqEncoder(5, 4, 4, 1),
  new models.Seq2SeqAttentionDecoder(5, 4, 4, 1),
);
const encoded = net.encoder.forward(ids);
const state = net.decoder.initState(encoded);
const decode =
  (...inputs: unknown[]) =>
  () =>
    callMethod(net.decoder, "forward", ...inputs);
const init =
  (...inputs: unknown[]) =>
  () =>
    callMethod(net.decoder, "initState", ...inputs);
const links = (one: object) => f("alignmentErrorRate", [one]);

// Fixes, and rules that the declared contracts of single arguments do not have.
const refused: Refused = {
  "bleu of a number": [f("bleu", 3, "a", 2), /prediction must be a text, got 3; join words/],
  "corpusBleu(one, two)": [f("corpusBleu", ["a"], ["a", "b"]), /1 predictions and 2 references/],
  "corpusBleu([], [])": [f("corpusBleu", [], []), /give at least one/],
  "alignmentLinks of too few rows": [
    f("alignmentLinks", [[1]], ["a"], ["b", "c"]),
    /weights must be numbers .*at least \(2, 1\)/,
  ],
  "alignmentLinks of too few columns": [
    f("alignmentLinks", [[1]], ["a", "b"], ["b"]),
    /weights\[0\] must be .*at least \(1, 2\)/,
  ],
  "a link of one": [links({ links: [3], sure: [] }), /links\[0\] must be \[target, source\].*, got 3/],
  "a link below 0": [links({ links: [], sure: [[0, -1]] }), /sure\[0\] must be .*, got \[0,-1\]/],
  "no sure links": [links({ links: [] }), /corpus\[0\]\.sure must be an array of links/],
  "a corpus of nothing": [f("alignmentErrorRate", []), /the corpus has no links/],
  "no content words": [
    f("contentWeight", [{ weights: [[1]], sure: [[0, 0]], content: [false] }]),
    /no content word with a sure link/,
  ],
  "a step that is no function": [f("beamSearch", 3, 0, ends), /beamSearch: step must be a function/],
  "a step of nothing": [f("greedyDecode", () => undefined, 0, ends), /result of step must be \{ logProbs/],
  "a step of a row": [
    f("greedyDecode", () => ({ logProbs: noise([1, 5]), weights: lens }), 0, ends),
    /float32\[1, 5\], must be \(vocabulary\); use flatten/,
  ],
  "a prefix beyond the vocabulary": [
    f("greedyDecode", () => ({ logProbs: noise([5]), weights: lens }), 0, { ...ends, prefix: [9] }),
    /prefix has token 9, beyond the vocabulary of 5/,
  ],
  "{ beam_size }": [f("beamSearch", () => 0, 0, { ...ends, beam_size: 2 }), /did you mean "beamSize"/],
  "predictSeq2Seq(3)": [f("predictSeq2Seq", 3, "a", {}, {}, {}), /net must be an EncoderDecoder, got 3/],
  "trainSeq2Seq { epochs }": [f("trainSeq2Seq", net, [], { epochs: 3 }), /no option "epochs"/],
  "seq2seqTrainer { trainingStep }": [
    f("seq2seqTrainer", net, { trainingStep: () => x }),
    /seq2seqTrainer: trainingStep follows from the task/,
  ],
  "seq2seqTrainer without a vocabulary": [f("seq2seqTrainer", net, { data: [] }), /tgtVocab must be a Vocab/],
  "Seq2SeqEncoder(10, 8)": [f("Seq2SeqEncoder", 10, 8), /numHiddens must be/],
  "decoder.forward of no steps": [decode(ids.narrow(1, 0, 0), state), /have no steps/],
  "decoder.forward of an encoding": [decode(ids, encoded), /write decoder\.initState\(encoded\)/],
  "decoder.initState turned around": [
    init({ output: encoded.state, state: encoded.output }),
    /Seq2SeqAttentionDecoder\.initState: .*state/,
  ],
  "decoder.initState, lengths of queries": [init(encoded, ids), /encValidLens int32\[2, 3\]/],
  "BahdanauDecoder { maskFill }": [f("BahdanauDecoder", 9, 4, 4, 1, { maskFill: 0 }), /no option "maskFill"/],
  "Attention('4')": [f("Attention", "4"), /embeddedSize must be/],
  "a mask of floats": [forward("MultiHeadAttention", [2, 4, 2, 2], x, x, x, noise([3, 3])), /mask\.ne\(0\)/],
  "{ srcMask }": [encoderLayer(x, { srcMask: padding }), /mask: m\.logicalNot\(\)/],
  "{ memory_key_padding_mask }": [
    decoderLayer(x, x, { memory_key_padding_mask: padding }),
    /crossKeyMask: m\.logicalNot\(\)/,
  ],
  "{ crossMask: (b, lm) }": [
    decoderLayer(x, x, { crossMask: padding }),
    /TransformerDecoderLayer: crossMask \[2, 3\] does not fit/,
  ],
  "a stack of one layer": [
    f("TransformerEncoder", new models.TransformerEncoderLayer(4, 2), 2),
    /write \(\) => new TransformerEncoderLayer/,
  ],
  "a stack of a class": [
    f("TransformerEncoder", models.TransformerEncoderLayer, 1),
    /makeLayer must be .*; write \(\) => new TransformerEncoderLayer/,
  ],
  "a stack of other things": [f("TransformerEncoder", () => x, 1), /returns a TransformerEncoderLayer/],
  "{ batchFirst } of Transformer-XL": [
    f("TransformerXL", 8, 2, 1, { memoryLength: 3, batchFirst: true }),
    /leave it out; inputs are \(b, n, dModel\)/,
  ],
  "memory of another batch": [
    forward("TransformerXL", [4, 2, 1, { memoryLength: 2 }], x, [noise([3, 3, 4])]),
    /b is 2 in x .*, but 3 in memory/,
  ],
  "{ validLens } of documents": [
    forward("HierarchicalAttention", [4, 2], noise([2, 2, 3, 4]), { validLens: lens }),
    /write wordLens and sentenceLens/,
  ],
  // Options that have an effect only beside another one: alone they would be ignored.
  "LuongDecoder { halfWidth }": [f("LuongDecoder", 9, 4, 4, 1, { halfWidth: 2 }), /halfWidth has an effect/],
  "PointerNetwork { numHeads }": [
    f("PointerNetwork", 2, 4, { encoder: "gru", numHeads: 2 }),
    /numHeads has an effect/,
  ],
  "GPT { ropeBase }": [f("GPT", { ...gpt, ropeBase: 500 }), /ropeBase has an effect/],
  "GPT { ropeScaling }": [
    f("GPT", { ...gpt, ropeScaling: { kind: "linear", factor: 2 } }),
    /ropeScaling has an effect/,
  ],
  "generate { lengthPenalty }": [generate({ lengthPenalty: 1 }), /lengthPenalty 1 is for a beam search/],
  "generate { topK }": [generate({ topK: 2 }), /topK is for sampling/],
};

const work = ["matmul", "linear", "cat", "exp", "softmax", "scoresWhere", "scaledDotProduct"];

test.each(Object.entries(refused))("%s is refused before any work", (_, [wrong, message]) => {
  const { kernels } = profile(() => expectRefused(wrong, message));
  for (const kernel of work) expect([...kernels.keys()]).not.toContain(kernel);
});

test("a map in place of a makeLayer is refused by its class", () => {
  expect(f("TransformerEncoder", () => new Linear(1, 1), 1)).toThrow(ArgumentError);
});

test("no two exports of an entry differ by capital letters alone", () => {
  for (const entry of [attention, models, seeds]) {
    const names = Object.keys(entry).filter((name) => /^[A-Z]/.test(name));
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
  }
});
