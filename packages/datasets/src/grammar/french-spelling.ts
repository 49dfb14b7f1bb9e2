import { type Word, word } from "./word.ts";

const elided = new Set(["je", "me", "te", "le", "la", "ne", "de", "que"]);

/** Whether a word is pronounced with an initial vowel: "école", "homme", but not "hibou". */
export function beginsWithVowel({ text, aspirated }: { text: string; aspirated: boolean }): boolean {
  return !aspirated && /^[aeiouhâàéèêîïôœæ]/.test(text);
}

/** "je ai" → "j' ai", "la eau" → "l' eau", "que il" → "qu' il". */
export function elide(words: readonly Word[]): Word[] {
  return words.map((current, i) => {
    const next = words[i + 1];
    if (next === undefined || !elided.has(current.text) || !beginsWithVowel(next)) return current;
    return { ...current, text: `${current.text.slice(0, -1)}'` };
  });
}

const contractions: Readonly<Record<string, string>> = {
  "à le": "au",
  "à les": "aux",
  "de le": "du",
  "de les": "des",
};

/**
 * "à le" → "au", "de les" → "des", with articles that are not elided. The merged word has the meaning of the first,
 * and the possible links of the second.
 */
export function contract(words: readonly Word[]): Word[] {
  const out: Word[] = [];
  for (let i = 0; i < words.length; i++) {
    const first = words[i]!;
    const second = words[i + 1];
    const both = second?.part === "article" ? contractions[`${first.text} ${second.text}`] : undefined;
    if (second === undefined || both === undefined) {
      out.push(first);
      continue;
    }
    out.push({
      ...word(both, first.part),
      is: first.is,
      sees: [...first.sees, ...second.is, ...second.sees],
    });
    i++;
  }
  return out;
}
