import type { AlignedPair } from "@saccade/datasets";

/** A sentence pair with names that no vocabulary holds, the same in both languages. */
export interface NamedPair {
  readonly source: readonly string[];
  readonly target: readonly string[];
  /** Sure links, those of the names among them: [target word, source word]. */
  readonly links: readonly (readonly [target: number, source: number])[];
  readonly names: readonly string[];
}

/** English nouns that can have a name behind them, as in "the doctor Zorvik". */
const named: ReadonlySet<string> = new Set(
  (
    "boy girl man woman child teacher doctor farmer student nurse singer neighbor friend mother father sister brother " +
    "grandmother uncle cat dog bird horse cow rabbit owl mouse"
  ).split(" "),
);
const definite: ReadonlySet<string> = new Set("the my your his her our their this that".split(" "));
const indefinite: ReadonlySet<string> = new Set(["a", "an", "some"]);

/** Puts a name behind each definite noun for a person or an animal: "the owl Kumadi" → "le hibou blanc Kumadi". */
export function nameNouns(pair: AlignedPair, makeName: () => string): NamedPair {
  const places = pair.source.flatMap((word, s) => {
    const t = named.has(word) && isDefinite(pair.source, s) ? endOfNoun(pair, s) : null;
    return t === null ? [] : [{ s, t, name: makeName() }];
  });
  const source = insert(
    pair.source,
    places.map(({ s, name }) => ({ after: s, name })),
  );
  const target = insert(
    pair.target,
    places.map(({ t, name }) => ({ after: t, name })),
  );
  const names = target.words.filter((word) => places.some(({ name }) => name === word));
  const ofNames = names.map((name) => [target.words.indexOf(name), source.words.indexOf(name)] as const);
  const links = pair.sure.map(([t, s]) => [target.placeOf(t), source.placeOf(s)] as const);
  return { source: source.words, target: target.words, links: [...links, ...ofNames], names };
}

/** Whether the article nearest before a noun is definite. */
function isDefinite(words: readonly string[], noun: number): boolean {
  const article = words.slice(0, noun).findLast((word) => definite.has(word) || indefinite.has(word));
  return article !== undefined && definite.has(article);
}

/** Where the target's noun and the adjectives behind it end; null if the noun has not one counterpart. */
function endOfNoun({ source, sure }: AlignedPair, noun: number): number | null {
  const counterparts = sure.filter(([, s]) => s === noun);
  if (counterparts.length !== 1) return null;
  let end = counterparts[0]![0];
  // In English, adjectives precede the noun; English "'s" becomes "de" after the noun in French.
  const isAdjective = (s: number): boolean => (s === noun - 1 || s === noun - 2) && source[s] !== "'s";
  while (sure.some(([t, s]) => t === end + 1 && isAdjective(s))) end++;
  return end;
}

interface Inserted {
  readonly words: string[];
  /** The new place of a word. */
  readonly placeOf: (before: number) => number;
}

function insert(words: readonly string[], names: readonly { after: number; name: string }[]): Inserted {
  return {
    words: words.flatMap((word, i) => [word, ...names.filter(({ after }) => after === i).map((n) => n.name)]),
    placeOf: (i) => i + names.filter(({ after }) => after < i).length,
  };
}

/** Makes names of three syllables, such as "kumadi", each a new one. */
export function nameMaker(random: () => number): () => string {
  const made = new Set<string>();
  const pick = (letters: string): string => letters[Math.floor(random() * letters.length)]!;
  return () => {
    for (;;) {
      const name = Array.from({ length: 3 }, () => pick("bdfgklmnprstvz") + pick("aeiou")).join("");
      if (made.has(name)) continue;
      made.add(name);
      return name;
    }
  };
}
