/** Cuts English as the grammar does: "doesn't" into "does not", "the boy's" into "the boy 's". */
export function spokenOut(text: string): string {
  return text
    .replace(/\u2019/g, "'")
    .replace(/\b(can't|cannot)\b/g, "can not")
    .replace(/\bwon't\b/g, "will not")
    .replace(/(\w)n't\b/g, "$1 not")
    .replace(/(\w)'s\b/g, "$1 's");
}
