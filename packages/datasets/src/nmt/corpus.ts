import { corpusText } from "./corpus-text.gen.ts";

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
  return corpusText;
}
