import { crossing, meeting, type Named, type Pair } from "./grammar.ts";
import {
  type Adjective,
  animals,
  crossings,
  degrees,
  meetings,
  type Noun,
  ofAnimals,
  ofPlaces,
  places,
} from "./lexicon.ts";

/** The sentence of the grammar that consists of these words, with its translation; null where there is none. */
export function parse(words: readonly string[]): Pair | null {
  const pair = readCrossing(words) ?? readMeeting(words);
  // What was read twice or not at all shows when it is written again.
  return pair !== null && pair.source.join(" ") === words.join(" ") ? pair : null;
}

interface Read {
  readonly named: Named;
  /** Where the next word stands. */
  readonly end: number;
}

function readNamed(
  words: readonly string[],
  start: number,
  nouns: readonly Noun[],
  adjectives: readonly Adjective[],
): Read | null {
  const adjective = adjectives.find(({ en }) => en === words[start + 1]) ?? null;
  const at = start + (adjective === null ? 1 : 2);
  const noun = nouns.find(({ en }) => en === words[at]);
  return noun === undefined ? null : { named: { noun, adjective }, end: at + 1 };
}

function readCrossing(words: readonly string[]): Pair | null {
  const active = readNamed(words, 0, animals, ofAnimals);
  const first = active ?? readNamed(words, 0, places, ofPlaces);
  if (first === null) return null;
  const [word = "", next = ""] = words.slice(first.end);
  const passive = active === null;
  const negated = word === "didn't" || word === "wasn't";
  const verb = crossings.find(({ past, bare }) =>
    passive
      ? next === past || (past === "saw" && next === "seen")
      : (negated ? bare : past) === (negated ? next : word),
  );
  const at = first.end + (passive ? 3 : negated ? 2 : 1);
  const second = passive ? readNamed(words, at, animals, ofAnimals) : readNamed(words, at, places, ofPlaces);
  if (verb === undefined || second === null) return null;
  const [animal, place] = passive ? [second.named, first.named] : [first.named, second.named];
  const reason = words[second.end] === "because" ? readReason(words, second.end) : null;
  return crossing({ animal, place, verb, negated, passive, reason });
}

function readReason(words: readonly string[], start: number): Parameters<typeof crossing>[0]["reason"] {
  const degree = degrees.find(({ en }) => en === words[start + 3]);
  const adjective = [...ofAnimals, ...ofPlaces].find(({ en }) => en === words[start + 4]);
  return degree === undefined || adjective === undefined ? null : { degree, adjective };
}

function readMeeting(words: readonly string[]): Pair | null {
  const first = readNamed(words, 0, animals, ofAnimals);
  if (first === null) return null;
  const negated = words[first.end] === "didn't";
  const word = words[first.end + (negated ? 1 : 0)];
  const verb = meetings.find(({ past, bare }) => (negated ? bare : past) === word);
  const second = readNamed(words, first.end + (negated ? 2 : 1), animals, ofAnimals);
  if (verb === undefined || second === null) return null;
  return meeting(first.named, second.named, verb, negated);
}
