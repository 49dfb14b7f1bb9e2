import type { GrammarLanguages } from "@saccade/datasets";

/** Puts spaces between a sentence's words where its grammar has them, and people do not write them. */
export function splitWords(
  sentence: string,
  grammar: GrammarLanguages | undefined,
  vocab: { has(token: string): boolean },
): string {
  if (grammar === undefined) return sentence;
  if (grammar !== "zh-en") return sentence.replace(/(?<=\S)'s(?= |$)/g, " 's");
  return sentence
    .split(" ")
    .flatMap((part) => segment(part, vocab))
    .join(" ");
}

/** Cuts Chinese text into the longest words that the vocabulary has, from left to right. */
function segment(text: string, vocab: { has(token: string): boolean }): string[] {
  const words: string[] = [];
  for (let start = 0; start < text.length; ) {
    let end = text.length;
    while (end > start + 1 && !vocab.has(text.slice(start, end))) end--;
    words.push(text.slice(start, end));
    start = end;
  }
  return words;
}
