import { fill } from "@saccade/figures/messages";
import type { Look } from "./calls.ts";
import { crossing, meeting, type Named, type Pair } from "./grammar.ts";
import { animals, crossings, degrees, meetings, type Noun, ofAnimals, ofPlaces, places } from "./lexicon.ts";
import type { Texts } from "./messages/index.ts";

/** The sentence of the grammar that consists of these words, with its translation; null where there is none. */
export function parse(words: readonly string[]): Pair | null {
  const has = (word: string): boolean => words.includes(word);
  const named = readNamed(words);
  const [first, second] = named;
  if (first === undefined || second === undefined) return null;
  const negated = has("didn't") || has("wasn't");
  const passive = has("by");
  const [animal, place] = passive ? [second, first] : [first, second];
  const isVerb = ({ past, bare }: { readonly past: string; readonly bare: string }): boolean =>
    has(past) || has(bare) || (past === "saw" && has("seen"));
  let pair: Pair | null = null;
  if (named.every(({ noun }) => animals.includes(noun))) {
    const verb = meetings.find(isVerb);
    if (verb !== undefined) pair = meeting(first, second, verb, negated);
  } else if (animals.includes(animal.noun) && places.includes(place.noun)) {
    const verb = crossings.find(isVerb);
    const reason = has("because") ? readReason(words) : null;
    if (verb !== undefined) pair = crossing({ animal, place, verb, negated, passive, reason });
  }
  // Misread or unread words show when the sentence is generated again.
  return pair?.source.join(" ") === words.join(" ") ? pair : null;
}

/** The nouns in their order, each with the adjective before it. */
function readNamed(words: readonly string[]): Named[] {
  return words.flatMap((word, i) => {
    const noun = [...animals, ...places].find(({ en }) => en === word);
    if (noun === undefined) return [];
    const adjectives = animals.includes(noun) ? ofAnimals : ofPlaces;
    return [{ noun, adjective: adjectives.find(({ en }) => en === words[i - 1]) ?? null }];
  });
}

function readReason(words: readonly string[]): Parameters<typeof crossing>[0]["reason"] {
  const degree = degrees.find(({ en }) => en === words.at(-3));
  const adjective = [...ofAnimals, ...ofPlaces].find(({ en }) => en === words.at(-2));
  return degree === undefined || adjective === undefined ? null : { degree, adjective };
}

/** The grammar's verdict on a translation; "unknown" for a sentence that the grammar does not have. */
export type Verdict =
  | { readonly kind: "right" | "unknown" }
  | { readonly kind: "wrong"; readonly wanted: readonly string[] };

type Shown = Pick<Look, "ask" | "target">;

export function verdictOf({ ask, target }: Shown): Verdict {
  const pair = parse(ask.sentence);
  if (pair === null) return { kind: "unknown" };
  return [...pair.target, "<eos>"].join(" ") === target.join(" ")
    ? { kind: "right" }
    : { kind: "wrong", wanted: pair.target };
}

/** Notes on the translation that is shown; empty for a right one with positions. */
export function saidOf(t: Texts, look: Shown): string {
  const verdict = verdictOf(look);
  const { positions } = look.ask;
  if (positions === "on" && verdict.kind === "right") return "";
  const judged =
    verdict.kind === "wrong"
      ? fill(t.verdicts.wrong, { wanted: french(verdict.wanted) })
      : t.verdicts[verdict.kind];
  return positions === "on" ? judged : `${t.positionsAre[positions]} ${t.anyOrder} ${judged}`;
}

/** The page's question about the sentence that is shown. */
export function leadOf(t: Texts, { ask }: Pick<Look, "ask">): string {
  const named = [...new Set(ask.sentence)].flatMap((word) => {
    const noun = [...animals, ...places].find(({ en }) => en === word);
    return noun === undefined ? [] : [noun];
  });
  const [first, second] = named;
  const asks = ask.sentence.includes("it") && named.length === 2;
  if (!asks || first === undefined || second === undefined) return t.lead;
  const pronouns = [first, second].map(pronounOf) as [string, string];
  return pronouns[0] === pronouns[1]
    ? fill(t.leadAlike, { first: first.en, second: second.en, pronoun: pronouns[0] })
    : fill(t.leadAsks, {
        first: first.en,
        one: pronouns[0],
        second: second.en,
        other: pronouns[1],
      });
}

/** English words as one writes them. */
export function english(words: readonly string[]): string {
  return words.join(" ").replace(" .", ".");
}

/** French words as one writes them. */
export function french(words: readonly string[]): string {
  return words
    .filter((word) => word !== "<eos>")
    .reduce(
      (text, word) => (text === "" || text.endsWith("'") || word === "." ? text + word : `${text} ${word}`),
      "",
    );
}

function pronounOf({ gender }: Noun): string {
  return gender === "m" ? "il" : "elle";
}
