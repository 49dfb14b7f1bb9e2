import { refuseExtra } from "@saccade/tensor/checks";
import { CORPUS_TEXT_1 } from "./corpus-text-1.ts";
import { CORPUS_TEXT_2 } from "./corpus-text-2.ts";
import { CORPUS_TEXT_3 } from "./corpus-text-3.ts";
import { CORPUS_TEXT_4 } from "./corpus-text-4.ts";
import { CORPUS_TEXT_5 } from "./corpus-text-5.ts";
import { CORPUS_TEXT_6 } from "./corpus-text-6.ts";
import { CORPUS_TEXT_7 } from "./corpus-text-7.ts";

/**
 * Short English–French pairs that come with the library (1,851 of them), so that translation examples run without a
 * download: one `English<TAB>French` a line, LF after each, the form of ManyThings.org's `fra.txt`. They were written
 * for this project and are under its MIT licence.
 *
 * The lines run from short to longer. Of each English sentence there is one translation only; "you" is always "tu",
 * and the speaker is masculine where French wants to know. After `preprocessNmt`, a source has at most 7 tokens and a
 * target at most 9, so 10 steps hold both with `<eos>`. The first 601 lines (what `numExamples: 600` reads) use few
 * words, each at least three times.
 *
 * @example embeddedCorpus().split("\n")[0] // "Eat!\tMange !"
 */
export function embeddedCorpus(): string {
  refuseExtra("embeddedCorpus", arguments, 0);
  return [
    CORPUS_TEXT_1,
    CORPUS_TEXT_2,
    CORPUS_TEXT_3,
    CORPUS_TEXT_4,
    CORPUS_TEXT_5,
    CORPUS_TEXT_6,
    CORPUS_TEXT_7,
  ].join("");
}
