// Writing without spaces: Chinese, Japanese, Thai, Lao, Khmer, Burmese.
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Puts spaces between the words of writing that has none, as the browser's dictionary cuts them; other text is kept. */
export function spaced(text: string): string {
  if (!unspaced.test(text)) return text;
  return Array.from(new Intl.Segmenter("zh", { granularity: "word" }).segment(text), ({ segment }) => segment)
    .filter((segment) => segment.trim() !== "")
    .join(" ");
}
