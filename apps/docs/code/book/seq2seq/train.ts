import { loadDataNmt } from "@saccade/datasets";
import {
  EncoderDecoder,
  predictSeq2Seq,
  Seq2SeqAttentionDecoder,
  Seq2SeqEncoder,
  trainSeq2Seq,
} from "@saccade/models";

// #region pairs
const lines: string[] = [];
for (const [who, whoEn] of [
  ["我", "I"],
  ["她", "she"],
  ["我们", "we"],
  ["他们", "they"],
])
  for (const [when, whenEn] of [
    ["昨天", "yesterday"],
    ["今天", "today"],
    ["上周", "last week"],
  ])
    for (const [did, didEn] of [
      ["看见了", "saw"],
      ["买了", "bought"],
      ["画了", "drew"],
    ])
      for (const [what, whatEn] of [
        ["猫", "cat"],
        ["狗", "dog"],
        ["羊", "sheep"],
      ])
        lines.push(
          `${who} ${when} ${did} 一只 ${what}\t` +
            `${whoEn} ${didEn} a ${whatEn} ${whenEn}`,
        );
const unseen = lines.filter((_, i) => i % 7 === 3);
const text = lines.filter((_, i) => i % 7 !== 3).join("\n");
// #endregion pairs

const numSteps = 7;
const { batches, srcVocab, tgtVocab } = loadDataNmt({
  text,
  numExamples: Infinity,
  numSteps,
  batchSize: 16,
});
const net = new EncoderDecoder(
  new Seq2SeqEncoder(srcVocab.size, 16, 32, 1),
  new Seq2SeqAttentionDecoder(tgtVocab.size, 16, 32, 1),
);
const losses = trainSeq2Seq(net, batches, {
  tgtVocab,
  numEpochs: 10,
  lr: 0.01,
  seed: 0,
});
console.log(
  "loss:",
  [0, 3, 6, 9].map((epoch) => losses[epoch]!.toFixed(4)).join("  "),
);

const translate = (sentence: string) =>
  predictSeq2Seq(net, sentence, srcVocab, tgtVocab, { numSteps });
const right = unseen.filter((line) => {
  const [source = "", target = ""] = line.split("\t");
  return translate(source).translation === target.toLowerCase();
});
console.log(
  `right: ${right.length} of ${unseen.length} sentences ` +
    "that it has not seen",
);

const { sourceTokens, tokens, weights } = translate(
  "我们 上周 画了 一只 猫",
);
console.log("".padEnd(10), sourceTokens.join("  "));
for (const [i, word] of tokens.entries())
  console.log(
    word.padEnd(10),
    weights[i]!.map((weight) => weight.toFixed(2)).join("  "),
  );
