import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { loadDataNmt, type NmtData, preprocessNmt, tokenizeNmt, Vocab } from "@saccade/datasets";
import type { Tensor } from "@saccade/tensor";
import { type Adapters, custom } from "../adapter.ts";
import { asTexts, CaseError, type Fields } from "../case.ts";
import type { Report } from "../compare.ts";
import { corpusOf } from "../corpus-text.ts";
import { snapshot } from "../decode.ts";
import { tolerances } from "../tolerances.ts";
import { reservedTokens } from "./text.ts";

function hashOf(data: Uint8Array | string): string {
  return bytesToHex(sha256(typeof data === "string" ? utf8ToBytes(data) : data));
}

function littleEndian(x: Tensor): Uint8Array {
  const values = x.dataSync();
  const bytes = new DataView(new ArrayBuffer(values.length * 4));
  values.forEach((value, i) => {
    bytes.setInt32(i * 4, value, true);
  });
  return new Uint8Array(bytes.buffer);
}

// Compares named lists with the case's, which may only contain their beginning.
function heads(golden: Fields, lists: Readonly<Record<string, readonly unknown[]>>, report: Report): void {
  for (const [name, actual] of Object.entries(lists)) {
    if (!golden.has(name)) continue;
    const expected = golden.list(name);
    report.equal(name, actual.slice(0, expected.length), expected);
  }
}

function checkPairs(golden: Fields, { pairs }: NmtData, report: Report): void {
  report.equal("num_pairs", pairs.source.length, golden.number("num_pairs"));
  heads(golden, { first_20_source: pairs.source, first_20_target: pairs.target }, report);
  for (const side of ["source", "target"] as const)
    report.equal(`last_${side}`, pairs[side].at(-1), golden.get(`last_${side}`, asTexts));
}

function checkVocabularies(golden: Fields, data: NmtData, report: Report): void {
  for (const [side, vocab] of Object.entries({ src: data.srcVocab, tgt: data.tgtVocab })) {
    report.equal(`${side}_vocab_size`, vocab.length, golden.number(`${side}_vocab_size`));
    if (golden.has(`${side}_vocab`))
      report.equal(`${side}_vocab`, vocab.tokens, golden.get(`${side}_vocab`, asTexts));
    const lists = { [`${side}_vocab_first_30`]: vocab.tokens, [`${side}_top_freqs`]: vocab.tokenFreqs };
    heads(golden, lists, report);
  }
}

const arrayNames = { X: "X", X_valid_len: "XValidLen", Y: "Y", Y_valid_len: "YValidLen" } as const;

function checkArrays(golden: Fields, data: NmtData, report: Report): void {
  const hashes = golden.fields("all_sha256_int32_le");
  const expected = golden.fields("first_batch");
  const rows: number[] = [];
  for (const batch of data.batches) {
    if (rows.length === 0) {
      for (const [name, ours] of Object.entries(arrayNames))
        report.tensor(`first_batch ${name}`, snapshot(batch[ours]!), expected.tensor(name), tolerances.exact);
    }
    rows.push(batch.X.size(0));
  }
  for (const [name, ours] of Object.entries(arrayNames))
    report.equal(`sha256 of ${name}`, hashOf(littleEndian(data.arrays[ours]!)), hashes.text(name));
  report.equal("num_batches", rows.length, golden.number("num_batches"));
  report.equal("last_batch_rows", rows.at(-1), golden.number("last_batch_rows"));
  const tokens = data.arrays.YValidLen.sum().item();
  report.equal("target_tokens_per_epoch", tokens, golden.number("target_tokens_per_epoch"));
}

/** The results for the English-French pairs. */
export const corpus: Adapters = {
  load_data_nmt: custom((golden, report, context) => {
    const attrs = golden.fields("attrs");
    if (attrs.flag("shuffle")) throw new CaseError("a shuffled order differs between libraries");
    const text = corpusOf(golden, context);
    const data = loadDataNmt({
      text,
      numExamples: attrs.number("num_examples"),
      minFreq: attrs.number("min_freq"),
      numSteps: attrs.number("num_steps"),
      batchSize: attrs.number("batch_size"),
      shuffle: false,
    });
    heads(golden, { raw_first_20: text.split("\n", 20) }, report);
    checkPairs(golden, data, report);
    checkVocabularies(golden, data, report);
    checkArrays(golden, data, report);
  }),
  "Vocab.full": custom((golden, report, context) => {
    const attrs = golden.fields("attrs");
    const minFreq = attrs.number("min_freq");
    const prepared = preprocessNmt(context.corpus());
    report.equal("preprocessed_sha256_utf8", hashOf(prepared), golden.text("preprocessed_sha256_utf8"));
    const { source, target } = tokenizeNmt(prepared);
    report.equal("num_pairs", source.length, golden.number("num_pairs"));
    for (const [side, lines] of Object.entries({ src: source, tgt: target })) {
      const vocab = new Vocab(lines, { minFreq, reservedTokens });
      report.equal(`${side}_vocab_size`, vocab.length, golden.number(`${side}_vocab_size`));
      heads(golden, { [`${side}_first_20`]: vocab.tokens }, report);
    }
  }),
};
