import { buildArrayNmt, preprocessNmt, truncatePad, Vocab } from "@saccade/datasets";
import { type Adapters, custom } from "../adapter.ts";
import { asLines, asNumber, asNumbers, asTexts, CaseError } from "../case.ts";

/** The tokens that d2l reserves in a translation vocabulary, after `<unk>`. */
export const reservedTokens: readonly string[] = ["<pad>", "<bos>", "<eos>"];

/** Text preparation and vocabularies. */
export const text: Adapters = {
  preprocess_nmt: custom((golden, report) => {
    const attrs = golden.fields("attrs");
    report.equal("text_out", preprocessNmt(attrs.text("text")), golden.text("text_out"));
  }),
  Vocab: custom((golden, report) => {
    const attrs = golden.fields("attrs");
    const vocab = new Vocab(
      attrs.get("tokens", asLines),
      attrs.options({ minFreq: asNumber, reservedTokens: asTexts }),
    );
    const tokens = golden.get("idx_to_token", asTexts);
    report.equal("idx_to_token", vocab.tokens, tokens);
    report.equal("token_freqs", vocab.tokenFreqs, golden.list("token_freqs"));
    // And back: every token has the number of its place.
    const ids = tokens.map((_, i) => i);
    report.equal("ids of the tokens", vocab.indices(tokens), ids);
    report.equal("tokens of the ids", vocab.toTokens(ids), tokens);
  }),
  truncate_pad: custom((golden, report) => {
    const attrs = golden.fields("attrs");
    const line = attrs.get("line", asNumbers);
    const result = truncatePad(line, attrs.number("num_steps"), attrs.number("padding_token"));
    report.equal("result", result, golden.numbers("result"));
  }),
  build_array_nmt: custom((golden, report) => {
    const attrs = golden.fields("attrs");
    const minFreq = attrs.options({ minFreq: asNumber });
    const vocab = new Vocab(attrs.get("tokens", asLines), { ...minFreq, reservedTokens });
    const steps = attrs.number("num_steps");
    const { array, rows, numSteps, validLen } = buildArrayNmt(attrs.get("lines", asLines), vocab, steps);
    for (const [name, expected] of golden.tensors("outputs")) {
      if (name === "array")
        report.tensor(name, { shape: [rows, numSteps], dtype: "int32", data: array }, expected, {});
      else if (name === "valid_len")
        report.tensor(name, { shape: [rows], dtype: "int32", data: validLen }, expected, {});
      else throw new CaseError(`unknown output ${name}`);
    }
  }),
};
