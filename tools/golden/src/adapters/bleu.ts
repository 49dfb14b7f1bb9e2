import { bleu as scoreOf } from "@saccade/models";
import { type Adapters, custom } from "../adapter.ts";
import { tolerances } from "../tolerances.ts";

/** The score of a translation. */
export const bleu: Adapters = {
  bleu: custom((golden, report) => {
    const attrs = golden.fields("attrs");
    const score = scoreOf(attrs.text("pred"), attrs.text("label"), attrs.number("k"));
    // d2l-zh's formula; where that divides by zero, the mended one of d2l 1.0 (n-grams as long as there are words).
    golden.raw("bleu_d2l_1_0");
    const raises = golden.raw("bleu_d2l_zh_raises") !== undefined;
    const expected = golden.number(raises ? "bleu_d2l_1_0" : "bleu_d2l_zh");
    report.number("bleu", score, expected, tolerances.bleu);
  }),
};
