import { createHash } from "node:crypto";
import { buildArrayNmt, type NmtArray, preprocessNmt, tokenizeNmt, Vocab } from "@saccade/datasets";
import { type Adapters, custom } from "../adapter.ts";
import { asLines, asTexts, CaseError, type Fields } from "../case.ts";
import type { Report } from "../compare.ts";
import { refuseUnreadAttrs } from "./optim.ts";
import { reservedTokens } from "./text.ts";

/** The arrays and vocabularies that a translation model is trained on, as d2l's `load_data_nmt` makes them. */
export interface TranslationData {
  readonly raw: string;
  readonly source: readonly (readonly string[])[];
  readonly target: readonly (readonly string[])[];
  readonly srcVocab: Vocab;
  readonly tgtVocab: Vocab;
  readonly src: NmtArray;
  readonly tgt: NmtArray;
}

export interface DataSizes {
  readonly numExamples: number;
  readonly minFreq: number;
  readonly numSteps: number;
}

export function loadTranslationData(raw: string, { numExamples, minFreq, numSteps }: DataSizes): TranslationData {
  const { source, target } = tokenizeNmt(preprocessNmt(raw), numExamples);
  const srcVocab = new Vocab(source, { minFreq, reservedTokens });
  const tgtVocab = new Vocab(target, { minFreq, reservedTokens });
  const src = buildArrayNmt(source, srcVocab, numSteps);
  const tgt = buildArrayNmt(target, tgtVocab, numSteps);
  return { raw, source, target, srcVocab, tgtVocab, src, tgt };
}

function sha256(bytes: Uint8Array | string): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function littleEndian(values: Int32Array): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(values.length * 4));
  values.forEach((value, i) => {
    bytes.setInt32(i * 4, value, true);
  });
  return new Uint8Array(bytes.buffer);
}

// A list whose expected part has some length, from the beginning.
function head(report: Report, name: string, actual: readonly unknown[], expected: readonly unknown[]): void {
  report.equal(name, actual.slice(0, expected.length), expected);
}

function checkVocabularies(golden: Fields, data: TranslationData, report: Report): void {
  for (const [side, vocab] of [["src", data.srcVocab] as const, ["tgt", data.tgtVocab] as const]) {
    report.equal(`${side}_vocab_size`, vocab.length, golden.number(`${side}_vocab_size`));
    const first = `${side}_vocab_first_30`;
    head(report, first, vocab.tokens, golden.get(first, asTexts));
    report.equal(`${side}_vocab`, vocab.tokens, golden.get(`${side}_vocab`, asTexts));
    const freqs = `${side}_top_freqs`;
    head(report, freqs, vocab.tokenFreqs, golden.list(freqs));
  }
}

function checkArrays(golden: Fields, data: TranslationData, batchSize: number, report: Report): void {
  const { src, tgt } = data;
  const all: Readonly<Record<string, { data: Int32Array; width: number }>> = {
    X: { data: src.array, width: src.numSteps },
    X_valid_len: { data: src.validLen, width: 1 },
    Y: { data: tgt.array, width: tgt.numSteps },
    Y_valid_len: { data: tgt.validLen, width: 1 },
  };
  const hashes = golden.fields("all_sha256_int32_le");
  const batch = golden.fields("first_batch");
  const rows = Math.min(batchSize, src.rows);
  for (const [name, { data: values, width }] of Object.entries(all)) {
    report.equal(`sha256 of ${name}`, sha256(littleEndian(values)), hashes.text(name));
    const shape = name.endsWith("valid_len") ? [rows] : [rows, width];
    const first = { shape, dtype: "int32", data: values.subarray(0, rows * width) };
    report.tensor(`first_batch ${name}`, first, batch.tensor(name), {});
  }
  for (const fields of [hashes, batch]) {
    if (fields.unread().length > 0) throw new CaseError(`${fields.what}: unknown ${fields.unread().join(", ")}`);
  }
}

/** What is made of the English-French pairs. */
export const corpus: Adapters = {
  load_data_nmt: custom((golden, report, context) => {
    const attrs = golden.fields("attrs");
    const numExamples = attrs.number("num_examples");
    const [minFreq, numSteps] = [attrs.number("min_freq"), attrs.number("num_steps")];
    const batchSize = attrs.number("batch_size");
    if (attrs.flag("shuffle")) throw new CaseError("a shuffled order is no other library's");
    refuseUnreadAttrs(attrs);
    const data = loadTranslationData(context.corpus(), { numExamples, minFreq, numSteps });
    const pairs = data.source.length;
    head(report, "raw_first_20", data.raw.split("\n", 20), golden.get("raw_first_20", asTexts));
    report.equal("num_pairs", pairs, golden.number("num_pairs"));
    const batches = Math.ceil(pairs / batchSize);
    report.equal("num_batches", batches, golden.number("num_batches"));
    report.equal("last_batch_rows", pairs - (batches - 1) * batchSize, golden.number("last_batch_rows"));
    head(report, "first_20_source", data.source, golden.get("first_20_source", asLines));
    head(report, "first_20_target", data.target, golden.get("first_20_target", asLines));
    report.equal("last_source", data.source.at(-1), golden.get("last_source", asTexts));
    report.equal("last_target", data.target.at(-1), golden.get("last_target", asTexts));
    checkVocabularies(golden, data, report);
    checkArrays(golden, data, batchSize, report);
    const tokens = data.tgt.validLen.reduce((sum, length) => sum + length, 0);
    report.equal("target_tokens_per_epoch", tokens, golden.number("target_tokens_per_epoch"));
  }),
  "Vocab.full": custom((golden, report, context) => {
    const attrs = golden.fields("attrs");
    const minFreq = attrs.number("min_freq");
    refuseUnreadAttrs(attrs);
    const prepared = preprocessNmt(context.corpus());
    report.equal("preprocessed_sha256_utf8", sha256(prepared), golden.text("preprocessed_sha256_utf8"));
    const { source, target } = tokenizeNmt(prepared);
    report.equal("num_pairs", source.length, golden.number("num_pairs"));
    for (const [side, lines] of [["src", source] as const, ["tgt", target] as const]) {
      const vocab = new Vocab(lines, { minFreq, reservedTokens });
      report.equal(`${side}_vocab_size`, vocab.length, golden.number(`${side}_vocab_size`));
      head(report, `${side}_first_20`, vocab.tokens, golden.get(`${side}_first_20`, asTexts));
    }
  }),
};
