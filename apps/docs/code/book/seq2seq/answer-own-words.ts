import { noGrad } from "@saccade/autograd";
import { buildArrayNmt, loadDataNmt } from "@saccade/datasets";
import {
  EncoderDecoder,
  Seq2SeqAttentionDecoder,
  Seq2SeqEncoder,
  trainSeq2Seq,
} from "@saccade/models";
import { cat, fromData, full, type Tensor } from "@saccade/tensor";

// Four letters and the same backwards: 300 to learn from, 100 others to
// test.
const words = Array.from({ length: 400 }, (_, i) =>
  [512, 64, 8, 1].map(
    (place) => "abcdefgh"[Math.floor((i * 1237) / place) % 8]!,
  ),
);
const text = words
  .slice(0, 300)
  .map((word) => `${word.join(" ")}\t${word.toReversed().join(" ")}`);
const numSteps = 5;
const data = loadDataNmt({
  text: text.join("\n"),
  numExamples: Infinity,
  numSteps,
  batchSize: 25,
});
const { batches, srcVocab, tgtVocab } = data;
const encoder = new Seq2SeqEncoder(srcVocab.size, 8, 24, 1);
const decoder = new Seq2SeqAttentionDecoder(tgtVocab.size, 8, 24, 1);
const net = new EncoderDecoder(encoder, decoder);
trainSeq2Seq(net, batches, {
  tgtVocab,
  numEpochs: 4,
  lr: 0.01,
  seed: 0,
}); // stopped early
net.eval();

const test = words.slice(300);
const ids = (rows: string[][], vocab: typeof srcVocab): Tensor =>
  fromData(buildArrayNmt(rows, vocab, numSteps).array, [
    test.length,
    numSteps,
  ]);
const source = ids(test, srcVocab); // (100, 5)
const target = ids(
  test.map((word) => word.toReversed()),
  tgtVocab,
); // (100, 5)
const begin = full([test.length, 1], tgtVocab.index("<bos>"), {
  dtype: "int32",
});

noGrad(() => {
  const start = decoder.initState(encoder.forward(source));
  const forced = decoder.forward(
    cat([begin, target.narrow(1, 0, numSteps - 1)], 1),
    start,
  );
  const own: Tensor[] = [];
  let [state, word] = [start, begin];
  for (let t = 0; t < numSteps; t++) {
    const step = decoder.forward(word, state);
    state = step.state;
    // (100, 1): its own word is what it reads next
    word = step.output.argmax(-1);
    own.push(word);
  }
  for (const [name, guess] of [
    ["fed the right words:", forced.output.argmax(-1)],
    ["fed its own words:  ", cat(own, 1)],
  ] as const) {
    const right = guess.eq(target).to("float32").mean(0).toArray(1);
    console.log(name, right.map((x) => x.toFixed(2)).join("  "));
  }
  return begin;
});
