import * as attention from "@saccade/attention";
import { Linear } from "@saccade/nn";
import { ones } from "@saccade/tensor";
import { expect, test } from "vitest";
import { ints, noise } from "../../../attention/test/helpers.ts";
import { call, callMethod, refuses } from "../../../tensor/test/walk.ts";
import * as models from "../../src/index.ts";
import * as seeds from "../../src/seeds/index.ts";

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
const lens = ints([1, 3]);
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
// biome-ignore format: a call a line
refuses([
  ...[1, 2].flatMap((b): [RegExp, () => unknown][] => [
    [/TransformerEncoderLayer: bias .*unsqueeze\(1\).*unsqueeze\(0\)/, encoderLayer(x, { bias: noise([b, 3, 3]) })],
    [/TransformerDecoderLayer: bias .*unsqueeze\(1\).*unsqueeze\(0\)/, decoderLayer(x, x, { bias: noise([b, 3, 3]) })],
    [/TransformerDecoderLayer: crossBias .*crossBias\.unsqueeze\(1\).*crossBias\.unsqueeze\(0\)/, decoderLayer(x, x, { crossBias: noise([b, 3, 3]) })],
  ]),
  [/prediction must be a text, got 3; join words/, f("bleu", 3, "a", 2)],
  [/1 predictions and 2 references/, f("corpusBleu", ["a"], ["a", "b"])],
  [/weights must be numbers .*at least \(2, 1\)/, f("alignmentLinks", [[1]], ["a"], ["b", "c"])],
  [/weights\[0\] must be .*at least \(1, 2\)/, f("alignmentLinks", [[1]], ["a", "b"], ["b"])],
  [/links\[0\] must be \[target, source\].*, got 3/, links({ links: [3], sure: [] })],
  [/the corpus has no links/, f("alignmentErrorRate", [])],
  [/no content word with a sure link/, f("contentWeight", [{ weights: [[1]], sure: [[0, 0]], content: [false] }])],
  [/result of step must be \{ logProbs/, f("greedyDecode", () => undefined, 0, ends)],
  [/float32\[1, 5\], must be \(vocabulary\); use flatten/, f("greedyDecode", () => ({ logProbs: noise([1, 5]), weights: lens }), 0, ends)],
  [/prefix has token 9, beyond the vocabulary of 5/, f("greedyDecode", () => ({ logProbs: noise([5]), weights: lens }), 0, { ...ends, prefix: [9] })],
  [/seq2seqTrainer: trainingStep follows from the task/, f("seq2seqTrainer", net, { trainingStep: () => x })],
  [/have no steps/, decode(ids.narrow(1, 0, 0), state)],
  [/write decoder\.initState\(encoded\)/, decode(ids, encoded)],
  [/Seq2SeqAttentionDecoder\.forward: .*encValidLens/, decode(ids, { ...state, encValidLens: 3 })],
  [/BahdanauDecoder\.forward: .*encValidLens/, forward("BahdanauDecoder", [9, 4, 4, 1], ids, { ...state, encValidLens: x })],
  [/Seq2SeqAttentionDecoder\.initState: .*state/, init({ output: encoded.state, state: encoded.output })],
  [/encValidLens int32\[2, 3\]/, init(encoded, ids)],
  [/mask\.ne\(0\)/, forward("MultiHeadSublayer", [2, 4, 2, 2], x, x, x, noise([3, 3]))],
  [/mask: m\.logicalNot\(\)/, encoderLayer(x, { srcMask: padding })],
  [/crossKeyMask: m\.logicalNot\(\)/, decoderLayer(x, x, { memory_key_padding_mask: padding })],
  [/TransformerDecoderLayer: crossMask \[2, 3\] does not fit/, decoderLayer(x, x, { crossMask: padding })],
  [/^TransformerEncoderLayer: activation must be .*, got class Linear/, f("TransformerEncoderLayer", 4, 2, { activation: Linear })],
  [/write \(\) => new TransformerEncoderLayer/, f("TransformerEncoder", new models.TransformerEncoderLayer(4, 2), 2)],
  [/makeLayer must be .*; write \(\) => new TransformerEncoderLayer/, f("TransformerEncoder", models.TransformerEncoderLayer, 1)],
  [/returns a TransformerEncoderLayer/, f("TransformerEncoder", () => x, 1)],
  [/leave it out; inputs are \(b, n, dModel\)/, f("TransformerXL", 8, 2, 1, { memoryLength: 3, batchFirst: true })],
  [/b is 2 in x .*, but 3 in memory/, forward("TransformerXL", [4, 2, 1, { memoryLength: 2 }], x, [noise([3, 3, 4])])],
  [/write wordLens and sentenceLens/, forward("HierarchicalAttention", [4, 2], noise([2, 2, 3, 4]), { validLens: lens })],
  // Options that have an effect only beside another one: alone they would be ignored.
  [/halfWidth has an effect/, f("LuongDecoder", 9, 4, 4, 1, { halfWidth: 2 })],
  [/numHeads has an effect/, f("PointerNetwork", 2, 4, { encoder: "gru", numHeads: 2 })],
  [/ropeBase has an effect/, f("GPT", { ...gpt, ropeBase: 500 })],
  [/ropeScaling has an effect/, f("GPT", { ...gpt, ropeScaling: { kind: "linear", factor: 2 } })],
  [/lengthPenalty 1 is for a beam search/, generate({ lengthPenalty: 1 })],
  [/topK is for sampling/, generate({ topK: 2 })],
]);

test("no two exports of an entry differ by capital letters alone", () => {
  for (const entry of [attention, models, seeds]) {
    const names = Object.keys(entry).filter((name) => /^[A-Z]/.test(name));
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
  }
});
