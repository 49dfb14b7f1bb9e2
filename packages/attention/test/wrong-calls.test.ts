import { LayerNorm } from "@saccade/nn";
import {
  type Backend,
  DTypeError,
  IndexError,
  ones,
  profile,
  referenceBackend,
  ShapeError,
  type Tensor,
  tensor,
} from "@saccade/tensor";
import { expect, test } from "vitest";
import * as attention from "../src/index.ts";
import * as seeds from "../src/seeds/index.ts";
import { noise } from "./helpers.ts";

// Calls that the compiler refuses, as a program in JavaScript makes them. Each row: the call as text, the call, and what
// its error must say. Nothing may have been computed before it.

type Loose = (...args: unknown[]) => unknown;
type LooseClass = new (...args: unknown[]) => { forward: Loose; initState: Loose };

function loose(name: string): Loose {
  return Reflect.get(attention, name);
}

function make(name: string, ...args: unknown[]): InstanceType<LooseClass> {
  const kind: LooseClass = Reflect.get(attention, name) ?? Reflect.get(seeds, name);
  return new kind(...args);
}

const x = noise([2, 3, 4]);
const heads = noise([2, 2, 3, 4]);
const bools = ones([3, 3], { dtype: "bool" });
const padding = ones([2, 3], { dtype: "bool" });
const lens = tensor([1, 3], { dtype: "int32" });
const sdpa = loose("scaledDotProductAttention");
const forward = (name: string, args: readonly unknown[], ...inputs: unknown[]): Loose => {
  const module = make(name, ...args);
  return () => module.forward(...inputs);
};
const multihead = (...inputs: unknown[]): Loose =>
  forward("MultiheadAttention", [4, 2, { batchFirst: true }], ...inputs);
const encoderLayer = (...inputs: unknown[]): Loose =>
  forward("TransformerEncoderLayer", [4, 2, { batchFirst: true, dimFeedforward: 4 }], ...inputs);
const decoderLayer = (...inputs: unknown[]): Loose =>
  forward("TransformerDecoderLayer", [4, 2, { batchFirst: true, dimFeedforward: 4 }], ...inputs);
const additive = (...inputs: unknown[]): Loose => forward("AdditiveAttention", [4, 4, 5], ...inputs);

const elsewhere: Backend = Object.create(referenceBackend());
const net = new attention.EncoderDecoder(
  new attention.Seq2SeqEncoder(5, 4, 4, 1),
  new attention.Seq2SeqAttentionDecoder(5, 4, 4, 1),
);
const tokens = ones([2, 3], { dtype: "int32" });
const encoded = net.encoder.forward(tokens);
const state = net.decoder.initState(encoded);
const decoder: { forward: Loose; initState: Loose } = {
  forward: (...args) => Reflect.apply(net.decoder.forward, net.decoder, args),
  initState: (...args) => Reflect.apply(net.decoder.initState, net.decoder, args),
};
const additiveOf = (keySize: number) => new attention.AdditiveAttention(keySize, 4, 5);
const decoding = { bos: 1, eos: 2, maxSteps: 3 };

const wrong: Readonly<Record<string, readonly [Loose, RegExp]>> = {
  "sdpa()": [() => sdpa(), /scaledDotProductAttention: q must be a tensor, got undefined/],
  "sdpa(q, k)": [() => sdpa(x, x), /v must be a tensor, got undefined/],
  "sdpa([…])": [() => sdpa([[1]], x, x), /q must be a tensor, got .*tensor\(/],
  "sdpa(q, k, v, mask)": [() => sdpa(x, x, x, bools), /options must be an object, got tensor bool\[3, 3\]/],
  "sdpa(q, k, v, null)": [() => sdpa(x, x, x, null), /options must be an object, got null/],
  "sdpa { isCausal }": [() => sdpa(x, x, x, { isCausal: true }), /no option "isCausal"; write causal/],
  "sdpa { is_causal }": [() => sdpa(x, x, x, { is_causal: true }), /no option "is_causal"; write causal/],
  "sdpa { attn_mask }": [() => sdpa(x, x, x, { attn_mask: bools }), /write mask for a bool tensor/],
  "sdpa { dropout_p }": [() => sdpa(x, x, x, { dropout_p: 0.1 }), /write dropout/],
  "sdpa { keyPaddingMask }": [() => sdpa(x, x, x, { keyPaddingMask: padding }), /logicalNot\(\)/],
  "sdpa { Mask }": [() => sdpa(x, x, x, { Mask: bools }), /did you mean "mask"/],
  "sdpa { causal: 1 }": [() => sdpa(x, x, x, { causal: 1 }), /causal must be true or false, got 1/],
  "sdpa { needWeights: 0 }": [() => sdpa(x, x, x, { needWeights: 0 }), /needWeights must be true or false/],
  "sdpa { training: 1 }": [() => sdpa(x, x, x, { training: 1 }), /training must be true or false/],
  "sdpa { dropout: '0.1' }": [
    () => sdpa(x, x, x, { dropout: "0.1" }),
    /dropout must be a probability.*"0.1"/,
  ],
  "sdpa { dropout: NaN }": [() => sdpa(x, x, x, { dropout: Number.NaN }), /dropout must be a probability/],
  "sdpa { scale: '2' }": [() => sdpa(x, x, x, { scale: "2" }), /scale must be a number, got "2"/],
  "sdpa { scale: NaN }": [() => sdpa(x, x, x, { scale: Number.NaN }), /scale must be a number, got NaN/],
  "sdpa { temperature: 0 }": [
    () => sdpa(x, x, x, { temperature: 0 }),
    /temperature must be a number above 0/,
  ],
  "sdpa { maskFill: NaN }": [
    () => sdpa(x, x, x, { maskFill: Number.NaN }),
    /maskFill must be a finite number/,
  ],
  "sdpa { maskFill: '-1' }": [() => sdpa(x, x, x, { maskFill: "-1" }), /maskFill must be a finite number/],
  "sdpa { mask: [[…]] }": [() => sdpa(x, x, x, { mask: [[true]] }), /mask must be a tensor/],
  "sdpa { mask: null }": [() => sdpa(x, x, x, { mask: null }), /mask must be a tensor, got null/],
  "sdpa { mask: float32 }": [
    () => sdpa(x, x, x, { mask: noise([3, 3]) }),
    /mask is float32.*mask\.ne\(0\).*as bias/,
  ],
  "sdpa { mask: int32 }": [() => sdpa(x, x, x, { mask: bools.to("int32") }), /mask is int32.*mask\.ne\(0\)/],
  "sdpa { bias: bool }": [() => sdpa(x, x, x, { bias: bools }), /bias is bool.*as mask/],
  "sdpa { bias: int32 }": [() => sdpa(x, x, x, { bias: bools.to("int32") }), /holds floats/],
  "sdpa { bias: 1 }": [() => sdpa(x, x, x, { bias: 1 }), /bias must be a tensor, got 1/],
  "sdpa { keyMask: float32 }": [() => sdpa(x, x, x, { keyMask: noise([2, 3]) }), /keyMask is float32/],
  "sdpa { validLens: float32 }": [
    () => sdpa(x, x, x, { validLens: noise([2]) }),
    /lengths are int32.*to\("int32"\)/,
  ],
  "sdpa { validLens: bool }": [() => sdpa(x, x, x, { validLens: padding }), /mask or keyMask/],
  "sdpa { validLens: [1, 3] }": [() => sdpa(x, x, x, { validLens: [1, 3] }), /validLens must be a tensor/],
  "sdpa { validLens: 4 of 3 }": [
    () => sdpa(x, x, x, { validLens: lens.add(1) }),
    /length in validLens is 4; .*0 to 3/,
  ],
  "sdpa { validLens: -1 }": [() => sdpa(x, x, x, { validLens: lens.neg() }), /length in validLens is -1/],
  "sdpa int32": [() => sdpa(lens, lens, lens), /must each be \(…, length, size\)/],
  "sdpa of integers": [() => sdpa(x.to("int32"), x, x), /q is int32.*q\.to\("float32"\)/],
  "sdpa mask (b, lq, lk)": [
    () => sdpa(heads, heads, heads, { mask: bools.unsqueeze(0) }),
    /unsqueeze\(1\).*unsqueeze\(0\)/,
  ],
  "sdpa keys elsewhere": [
    () => sdpa(x, x.to(elsewhere), x),
    /^BackendError: scaledDotProductAttention: k is on the backend/,
  ],
  "sdpa mask elsewhere": [
    () => sdpa(x, x, x, { mask: bools.to(elsewhere) }),
    /scaledDotProductAttention: mask is on the backend/,
  ],
  "sdpa fused lengths elsewhere": [
    () => sdpa(x, x, x, { validLens: lens.to(elsewhere), needWeights: false }),
    /scaledDotProductAttention: validLens is on the backend.*to\(backend\)/,
  ],
  "multihead inputs elsewhere": [
    multihead(x.to(elsewhere), x.to(elsewhere), x.to(elsewhere)),
    /MultiheadAttention: q is on the backend/,
  ],
  "multihead keyMask elsewhere": [
    multihead(x, x, x, { keyMask: padding.to(elsewhere) }),
    /MultiheadAttention: keyMask is on the backend/,
  ],
  "additive keys elsewhere": [additive(x, x.to(elsewhere), x), /AdditiveAttention: keys is on the backend/],
  "attend(scores)": [() => loose("attend")(x), /values must be a tensor/],
  "attend { scale }": [() => loose("attend")(x, x.narrow(1, 0, 1), { scale: 1 }), /no option "scale"/],
  "attend of integers": [() => loose("attend")(bools, x), /scores are bool/],
  "maskedSoftmax(lens float)": [() => loose("maskedSoftmax")(x, noise([2])), /lengths are int32/],
  "maskedSoftmax(x, { maskFill })": [
    () => loose("maskedSoftmax")(x, { maskFill: 0 }),
    /validLens must be a tensor/,
  ],
  "maskedSoftmax of integers": [() => loose("maskedSoftmax")(x.to("int32")), /scores are int32/],
  "causalMask('3')": [() => loose("causalMask")("3"), /lq must be a whole number ≥ 0, got "3"/],
  "causalMask(-1)": [() => loose("causalMask")(-1), /lq must be/],
  "causalMask(3, { offset })": [() => loose("causalMask")(3, { offset: 1 }), /lk must be a whole number/],
  "causalMask(3, 3, 1)": [() => loose("causalMask")(3, 3, 1), /options must be an object, got 1/],
  "lengthsMask([1])": [() => loose("lengthsMask")([1], 3), /validLens must be a tensor/],
  "lengthsMask(lens)": [() => loose("lengthsMask")(lens), /lk must be a whole number/],
  "sequenceMask(x, float)": [() => loose("sequenceMask")(x, noise([2])), /lengths are int32/],
  "sequenceMask(x, lens, '0')": [() => loose("sequenceMask")(x, lens, "0"), /value must be a number/],
  "MultiheadAttention(8, 3)": [() => make("MultiheadAttention", 8, 3), /does not divide into 3 heads/],
  "MultiheadAttention(8)": [
    () => make("MultiheadAttention", 8),
    /numHeads must be a whole number ≥ 1, got undefined/,
  ],
  "MultiheadAttention('8', 2)": [() => make("MultiheadAttention", "8", 2), /embedDim must be a whole number/],
  "MultiheadAttention(8, 2, 0.1)": [
    () => make("MultiheadAttention", 8, 2, 0.1),
    /options must be an object, got 0.1/,
  ],
  "MultiheadAttention { batch_first }": [
    () => make("MultiheadAttention", 8, 2, { batch_first: true }),
    /did you mean "batchFirst"/,
  ],
  "MultiheadAttention { kdim: 0 }": [() => make("MultiheadAttention", 8, 2, { kdim: 0 }), /kdim must be/],
  "MultiheadAttention { bias: 1 }": [
    () => make("MultiheadAttention", 8, 2, { bias: 1 }),
    /bias must be true or false/,
  ],
  "multihead(q)": [multihead(x), /k must be a tensor/],
  "multihead(q, k, v, padding)": [multihead(x, x, x, padding), /options must be an object, got tensor/],
  "multihead { attnMask }": [
    multihead(x, x, x, { attnMask: bools }),
    /may NOT attend.*mask: m\.logicalNot\(\)/,
  ],
  "multihead { key_padding_mask }": [
    multihead(x, x, x, { key_padding_mask: padding }),
    /keyMask: m\.logicalNot\(\) or mask: m\.logicalNot\(\)\.unsqueeze\(1\)/,
  ],
  "multihead { averageAttnWeights: 'no' }": [
    multihead(x, x, x, { averageAttnWeights: "no" }),
    /true or false/,
  ],
  "multihead { mask: (b, lk) }": [
    multihead(x, x, x, { mask: padding }),
    /MultiheadAttention: mask .*keyMask/,
  ],
  "encoderLayer { srcMask }": [encoderLayer(x, { srcMask: bools }), /mask: m\.logicalNot\(\)/],
  "encoderLayer { srcKeyPaddingMask }": [
    encoderLayer(x, { srcKeyPaddingMask: padding }),
    /keyMask: m\.logicalNot\(\)/,
  ],
  "encoderLayer(src, mask)": [encoderLayer(x, bools), /options must be an object, got tensor/],
  "encoderLayer(3)": [encoderLayer(3), /src must be a tensor, got 3/],
  "encoderLayer { isCausal }": [encoderLayer(x, { isCausal: true }), /write causal/],
  "encoderLayer of another width": [encoderLayer(noise([2, 3, 5])), /TransformerEncoderLayer: src/],
  "decoderLayer(tgt)": [decoderLayer(x), /memory must be a tensor/],
  "decoderLayer { tgtMask }": [decoderLayer(x, x, { tgtMask: bools }), /mask: m\.logicalNot\(\)/],
  "decoderLayer { memoryMask }": [decoderLayer(x, x, { memoryMask: bools }), /crossMask: m\.logicalNot\(\)/],
  "decoderLayer { memory_key_padding_mask }": [
    decoderLayer(x, x, { memory_key_padding_mask: padding }),
    /crossKeyMask: m\.logicalNot\(\)/,
  ],
  "decoderLayer { crossMask: floats }": [
    decoderLayer(x, x, { crossMask: noise([3, 3]) }),
    /crossMask is float32.*crossBias/,
  ],
  "decoderLayer { crossValidLens: floats }": [
    decoderLayer(x, x, { crossValidLens: noise([2]) }),
    /TransformerDecoderLayer: crossValidLens is float32.*lengths are int32/,
  ],
  "decoderLayer { crossMask: (b, lm) }": [
    decoderLayer(x, x, { crossMask: padding }),
    /TransformerDecoderLayer: crossMask \[2, 3\] does not fit/,
  ],
  "decoderLayer memory of another batch": [decoderLayer(x, noise([3, 3, 4])), /must have one batch size/],
  "encoderLayer { keyMask: (n, n) }": [
    encoderLayer(x, { keyMask: bools }),
    /TransformerEncoderLayer: keyMask \[3, 3\] must be \(b, lk\) = \[2, 3\]/,
  ],
  "encoder layer { nhead }": [() => make("TransformerEncoderLayer", 4, 2, { nhead: 2 }), /no option "nhead"/],
  "encoder layer { dim_feedforward }": [
    () => make("TransformerEncoderLayer", 4, 2, { dim_feedforward: 8 }),
    /did you mean "dimFeedforward"/,
  ],
  "encoder layer { activation }": [
    () => make("TransformerEncoderLayer", 4, 2, { activation: "gelus" }),
    /did you mean "gelu"/,
  ],
  "encoder layer (4, 2, 2048)": [
    () => make("TransformerEncoderLayer", 4, 2, 2048),
    /options must be an object/,
  ],
  "TransformerEncoder(layer, 2)": [
    () => make("TransformerEncoder", make("TransformerEncoderLayer", 4, 2), 2),
    /write \(\) => new TransformerEncoderLayer/,
  ],
  "TransformerEncoder(make, '2')": [
    () => make("TransformerEncoder", () => x, "2"),
    /numLayers must be a whole/,
  ],
  "TransformerEncoder(other, 1)": [
    () => make("TransformerEncoder", () => x, 1),
    /returns a TransformerEncoderLayer/,
  ],
  "TransformerEncoder(make, 1, norm)": [
    () => make("TransformerEncoder", () => make("TransformerEncoderLayer", 4, 2), 1, new LayerNorm(4)),
    /TransformerEncoder/,
  ],
  "AdditiveAttention(2, 20)": [() => make("AdditiveAttention", 2, 20), /numHiddens must be a whole number/],
  "AdditiveAttention(…, { dropout })": [
    () => make("AdditiveAttention", 2, 20, 8, { dropout: 0.1 }),
    /dropout must be/,
  ],
  "additive(q, k, v, mask)": [additive(x, x, x, padding), /mask or keyMask/],
  "additive { attnMask }": [additive(x, x, x, undefined, { attnMask: bools }), /logicalNot/],
  "additive lens twice": [additive(x, x, x, lens, { validLens: lens }), /given twice/],
  "DotProductAttention({ dropout })": [
    () => make("DotProductAttention", { dropout: 0.1 }),
    /dropout must be/,
  ],
  "dot(q, k, v, lens float)": [forward("DotProductAttention", [], x, x, x, noise([2])), /lengths are int32/],
  "MultiHeadAttention(2, 4, 2)": [() => make("MultiHeadAttention", 2, 4, 2), /dV must be a whole number/],
  "multi-head mask of floats": [
    forward("MultiHeadAttention", [2, 4, 2, 2], x, x, x, noise([3, 3])),
    /mask\.ne\(0\)/,
  ],
  "SelfAttention(4, '2')": [() => make("SelfAttention", 4, "2"), /numHeads must be/],
  "SelfAttention { out_proj }": [
    () => make("SelfAttention", 4, 2, { out_proj: true }),
    /did you mean "outProj"/,
  ],
  "SelfAttentionV1(4)(x, mask)": [forward("SelfAttentionV1", [4], x, bools), /options must be an object/],
  "SelfAttentionV3 mask null": [forward("SelfAttentionV3", [4], x, null), /mask must be a tensor, got null/],
  "Attention('4')": [() => make("Attention", "4"), /embeddedSize must be/],
  "ScaledDotProductAttention(8)": [
    () => make("ScaledDotProductAttention", 8),
    /options must be an object, got 8/,
  ],
  "nadarayaWatson(q)": [() => loose("nadarayaWatson")(noise([2])), /keys must be a tensor/],
  "nadarayaWatson { kernel }": [
    () => loose("nadarayaWatson")(noise([2]), noise([3]), noise([3]), { kernel: "gausian" }),
    /did you mean "gaussian"/,
  ],
  "nadarayaWatson { bandwidth: '1' }": [
    () => loose("nadarayaWatson")(noise([2]), noise([3]), noise([3]), { bandwidth: "1" }),
    /bandwidth must be a number above 0/,
  ],
  "averagePooling(q)": [() => loose("averagePooling")(noise([2])), /must be a tensor/],
  "leaveOneOut([1])": [() => loose("leaveOneOut")([1], [1]), /x must be a tensor/],
  "bleu(1, 2, 3)": [() => loose("bleu")(1, "a", 2), /prediction must be a text, got 1/],
  "bleu('a', 'b')": [() => loose("bleu")("a", "b"), /k must be a whole number ≥ 1/],
  "positionalEncoding('3', 4)": [() => loose("positionalEncoding")("3", 4), /maxLen must be/],
  "PositionalEncoding(4, 0.1)": [() => make("PositionalEncoding", 4, 0.1), /options must be an object/],
  "PositionalEncoding { max_len }": [
    () => make("PositionalEncoding", 4, { max_len: 3 }),
    /did you mean "maxLen"/,
  ],
  "encoding.forward(x, 3)": [forward("PositionalEncoding", [4], x, 3), /options must be an object, got 3/],
  "greedyDecode()": [() => loose("greedyDecode")(), /step must be a function/],
  "greedyDecode(step, 0)": [() => loose("greedyDecode")(() => 0, 0), /options must be an object/],
  "greedyDecode { eos }": [
    () => loose("greedyDecode")(() => 0, 0, { bos: 1, maxSteps: 3 }),
    /eos must be a whole number ≥ 0, got undefined/,
  ],
  "beamSearch { beam_size }": [
    () => loose("beamSearch")(() => 0, 0, { bos: 1, eos: 2, maxSteps: 3, beam_size: 2 }),
    /did you mean "beamSize"/,
  ],
  "predictSeq2Seq(net)": [() => loose("predictSeq2Seq")(3, "a"), /net must be an EncoderDecoder, got 3/],
  "trainSeq2Seq(net)": [() => loose("trainSeq2Seq")(make("Attention", 4), []), /options must be an object/],
  "trainSeq2Seq { epochs }": [
    () => loose("trainSeq2Seq")(make("Attention", 4), [], { epochs: 3 }),
    /trainSeq2Seq: no option "epochs"/,
  ],
  "seq2seqTrainer(net)": [() => loose("seq2seqTrainer")(make("Attention", 4)), /options must be an object/],
  "seq2seqLoss(net)": [() => loose("seq2seqLoss")(make("Attention", 4)), /batch must be an object/],
  "seq2seqOptimizer(net, 0.1)": [
    () => loose("seq2seqOptimizer")(make("Attention", 4), 0.1),
    /options must be an object/,
  ],
  "Seq2SeqEncoder(10, 8)": [() => make("Seq2SeqEncoder", 10, 8), /numHiddens must be/],
  "Seq2SeqEncoder(…, 0.1)": [() => make("Seq2SeqEncoder", 10, 8, 8, 2, 0.1), /options must be an object/],
  "Seq2SeqEncoder.forward(floats)": [
    forward("Seq2SeqEncoder", [10, 4, 4, 1], noise([2, 3])),
    /expected int32/,
  ],
  "decoder.forward(tokens)": [() => decoder.forward(tokens), /state must be what initState or forward gave/],
  "decoder.forward(tokens, encoded)": [
    () => decoder.forward(tokens, encoded),
    /write decoder\.initState\(encoded\)/,
  ],
  "decoder.forward(no steps)": [() => decoder.forward(tokens.narrow(1, 0, 0), state), /have no steps/],
  "decoder.forward(one of two sentences)": [
    () => decoder.forward(tokens.narrow(0, 0, 1), state),
    /must have one batch size/,
  ],
  "decoder.initState()": [() => decoder.initState(), /the encoder's output must be a tensor, got undefined/],
  "decoder.initState of a state in place of the output": [
    () => decoder.initState({ output: encoded.state, state: encoded.output }),
    /the encoder's state \[3, 2, 4\] must be \(1, b, 4\)/,
  ],
  "decoder.initState batch first": [
    () => decoder.initState({ ...encoded, output: noise([2, 3, 4]) }),
    /output \[2, 3, 4\] must be \(steps, b, h\) = \(steps, 2, 4\)/,
  ],
  "decoder.initState lengths of queries": [
    () => decoder.initState(encoded, ones([2, 3], { dtype: "int32" })),
    /Seq2SeqAttentionDecoder: encValidLens \[2, 3\] must be \(b\) = \[2\]/,
  ],
  "additive.projectKeys(keys, mask)": [
    () => Reflect.apply(additiveOf(4).projectKeys, additiveOf(4), [x, padding]),
    /AdditiveAttention\.projectKeys: validLens is bool.*mask or keyMask/,
  ],
  "additive.projectKeys of another width": [
    () => additiveOf(3).projectKeys(x),
    /keys \[2, 3, 4\] must be \(…, lk, 3\)/,
  ],
  "greedyDecode step of nothing": [
    () => loose("greedyDecode")(() => undefined, 0, decoding),
    /greedyDecode: what step returns must be \{ logProbs, state, weights \}/,
  ],
  "greedyDecode step of a promise": [
    () => loose("greedyDecode")(async () => 0, 0, decoding),
    /what step returns must be .*got a Promise/,
  ],
  "greedyDecode step of a row": [
    () => loose("greedyDecode")(() => ({ logProbs: noise([1, 5]), weights: lens }), 0, decoding),
    /float32\[1, 5\], must be \(vocabulary\); use flatten/,
  ],
  "greedyDecode prefix beyond the vocabulary": [
    () =>
      loose("greedyDecode")(() => ({ logProbs: noise([5]), weights: lens }), 0, { ...decoding, prefix: [9] }),
    /prefix has token 9, beyond the vocabulary of 5/,
  ],
  "beamSearch step of nothing": [
    () => loose("beamSearch")(() => undefined, 0, decoding),
    /beamSearch: what step returns must be/,
  ],
  "seq2seqTrainer { trainingStep }": [
    () => loose("seq2seqTrainer")(make("Attention", 4), { trainingStep: () => x }),
    /seq2seqTrainer: trainingStep follows from the task/,
  ],
  "seq2seqStep(undefined)": [
    () => loose("seq2seqStep")(undefined, { step: (f: Loose) => f() }, {}, 1),
    /seq2seqStep: net must be an EncoderDecoder/,
  ],
  "seq2seqLoss { Y: (b) }": [
    () =>
      loose("seq2seqLoss")(make("Attention", 4), { X: lens, XValidLen: lens, Y: lens, YValidLen: lens }, 1),
    /seq2seqLoss: token ids int32\[2\] must be \(batch, steps\)/,
  ],
  "predictSeq2Seq { toTokens }": [
    () => loose("predictSeq2Seq")(net, "a", { has: () => true, index: () => 0 }, {}, { numSteps: 3 }),
    /predictSeq2Seq: the vocabulary must be a Vocab/,
  ],
  "positionalEncoding(1e15, 4)": [() => loose("positionalEncoding")(1e15, 4), /must be below 2\^31 numbers/],
  "TransformerEncoder(class, 1)": [
    () => make("TransformerEncoder", attention.TransformerEncoderLayer, 1),
    /makeLayer is a class; write \(\) => new/,
  ],
  "EncoderDecoder(encoder)": [
    () => make("EncoderDecoder", make("Seq2SeqEncoder", 9, 4, 4, 1)),
    /decoder must be a Decoder/,
  ],
  "BidirectionalEncoder(10, 4, 5, 1)": [
    () => make("BidirectionalEncoder", 10, 4, 5, 1),
    /numHiddens must be an even number, half of it for each direction, got 5/,
  ],
  "BidirectionalEncoder { dropOut }": [
    () => make("BidirectionalEncoder", 10, 4, 4, 1, { dropOut: 0.1 }),
    /did you mean "dropout"/,
  ],
  "BidirectionalEncoder.forward(tokens, floats)": [
    forward("BidirectionalEncoder", [10, 4, 4, 1], tokens, noise([2])),
    /GRU: lengths is float32\[2\], expected int32/,
  ],
  "BahdanauDecoder(9, 4, 3, 1)": [() => make("BahdanauDecoder", 9, 4, 3, 1), /numHiddens must be an even/],
  "BahdanauDecoder { maskFill }": [
    () => make("BahdanauDecoder", 9, 4, 4, 1, { maskFill: 0 }),
    /BahdanauDecoder: no option "maskFill"/,
  ],
  "BahdanauDecoder.initState of two layers": [
    () => make("BahdanauDecoder", 9, 4, 4, 2).initState(encoded),
    /BahdanauDecoder: the encoder's state \[1, 2, 4\] must be \(2, b, 4\)/,
  ],
  "LuongDecoder { inputFeed }": [
    () => make("LuongDecoder", 9, 4, 4, 1, { inputFeed: true }),
    /did you mean "inputFeeding"/,
  ],
  "LuongDecoder { inputFeeding: 1 }": [
    () => make("LuongDecoder", 9, 4, 4, 1, { inputFeeding: 1 }),
    /inputFeeding must be true or false/,
  ],
  "LuongDecoder { stateDropout: 2 }": [
    () => make("LuongDecoder", 9, 4, 4, 1, { stateDropout: 2 }),
    /stateDropout must be a number from 0 to 1, got 2/,
  ],
  "LuongDecoder.forward(tokens, state of the seeds)": [
    () => make("LuongDecoder", 9, 4, 4, 1).forward(tokens, state),
    /LuongDecoder: state must be what initState or forward gave/,
  ],
  "LuongAttention { score: 'additive' }": [
    () => make("LuongAttention", 4, { score: "additive" }),
    /score must be one of "dot", "general", "concat", got "additive"/,
  ],
  "LuongAttention { local: true }": [
    () => make("LuongAttention", 4, { local: true }),
    /local must be one of "monotonic", "predictive", got true/,
  ],
  "LuongAttention { halfWidth: 0 }": [
    () => make("LuongAttention", 4, { halfWidth: 0 }),
    /halfWidth must be a whole number ≥ 1/,
  ],
  "luong.forward(queries of another size)": [
    forward("LuongAttention", [3], x, x, x),
    /LuongAttention\.forward: queries \[2, 3, 4\] must be \(b, length, 3\)/,
  ],
  "luong.forward(…, lengths)": [
    forward("LuongAttention", [4, { score: "dot" }], x, x, x, lens),
    /options must be an object, got tensor/,
  ],
  "corpusBleu('a', 'a')": [() => loose("corpusBleu")("a", "a"), /predictions must be an array of texts/],
  "corpusBleu(one, two)": [() => loose("corpusBleu")(["a"], ["a", "b"]), /1 predictions and 2 references/],
  "corpusBleu([], [])": [() => loose("corpusBleu")([], []), /predictions is empty/],
  "corpusBleu { k }": [() => loose("corpusBleu")(["a"], ["a"], 0), /k must be a whole number ≥ 1, got 0/],
  "alignmentLinks of a text": [
    () => loose("alignmentLinks")([[1]], "a", ["b"]),
    /source must be an array of tokens, got "a"/,
  ],
  "alignmentLinks of too few rows": [
    () => loose("alignmentLinks")([[1]], ["a"], ["b", "c"]),
    /weights must be numbers .*at least \(2, 1\)/,
  ],
  "alignmentLinks of too few columns": [
    () => loose("alignmentLinks")([[1]], ["a", "b"], ["b"]),
    /weights\[0\] must be at least 2 numbers/,
  ],
  "alignmentErrorRate(pair)": [
    () => loose("alignmentErrorRate")({ links: [], sure: [] }),
    /corpus must be an array of sentence pairs/,
  ],
  "alignmentErrorRate without sure": [
    () => loose("alignmentErrorRate")([{ links: [] }]),
    /corpus\[0\]\.sure must be an array of links/,
  ],
  "alignmentErrorRate of a lone number": [
    () => loose("alignmentErrorRate")([{ links: [3], sure: [] }]),
    /a link of corpus\[0\]\.links must be \[target, source\], two positions, got 3/,
  ],
  "alignmentErrorRate of a link below 0": [
    () => loose("alignmentErrorRate")([{ links: [[0, -1]], sure: [] }]),
    /a source of corpus\[0\]\.links must be a whole number ≥ 0, got -1/,
  ],
  "alignmentErrorRate([])": [() => loose("alignmentErrorRate")([]), /the corpus has no links/],
  "contentWeight of no content": [
    () => loose("contentWeight")([{ weights: [[1]], sure: [[0, 0]], content: [false] }]),
    /no content word with a sure link/,
  ],
  "contentWeight of positions": [
    () => loose("contentWeight")([{ weights: [[1]], sure: [[0, 0]], content: [0] }]),
    /corpus\[0\]\.content must be an array of true and false/,
  ],
  "contentWeight beyond the weights": [
    () => loose("contentWeight")([{ weights: [[1]], sure: [[0, 1]], content: [true] }]),
    /weights\[0\] must be at least 2 numbers/,
  ],
};

const work = [
  "matmul",
  "linear",
  "softmax",
  "softmaxWhere",
  "scoresWhere",
  "additiveScores",
  "scaledDotProduct",
];

test.each(Object.entries(wrong))("%s", (_, [call, message]) => {
  let error: unknown;
  const { kernels } = profile(() => {
    try {
      call();
    } catch (thrown) {
      error = thrown;
    }
  });
  expect(error).toBeInstanceOf(Error);
  expect(String(error)).toMatch(message);
  for (const kernel of work) expect([...kernels.keys()]).not.toContain(kernel);
});

test("errors have the classes that their rules have", () => {
  const given = (options: object) => () => sdpa(x, x, x, options);
  expect(given({ mask: noise([3, 3]) })).toThrow(DTypeError);
  expect(given({ mask: padding })).toThrow(ShapeError);
  expect(given({ validLens: lens.add(1) })).toThrow(IndexError);
  expect(given({ isCausal: true })).toThrow(TypeError);
});

test("no two exports of an entry differ by capital letters alone", () => {
  for (const entry of [attention, seeds]) {
    const names = Object.keys(entry).filter((name) => /^[A-Z]/.test(name));
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
  }
});

test("PyTorch's masks come over as the messages say", () => {
  const module = new attention.MultiheadAttention(4, 2, { batchFirst: true });
  const keyPaddingMask = tensor([
    [false, false, true],
    [false, true, true],
  ]);
  const as = (options: attention.MultiheadForwardOptions): Tensor => module.forward(x, x, x, options).output;
  const byKeys = as({ keyMask: keyPaddingMask.logicalNot() });
  const byMask = as({ mask: keyPaddingMask.logicalNot().unsqueeze(1) });
  expect(byMask.toArray()).toEqual(byKeys.toArray());
});
