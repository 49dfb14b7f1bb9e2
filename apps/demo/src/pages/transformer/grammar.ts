import {
  type Adjective,
  animals,
  type crossings,
  type degrees,
  type meetings,
  type Noun,
  ofAnimals,
  places,
} from "./lexicon.ts";

/** A sentence and its translation, as lists of words. */
export interface Pair {
  readonly source: readonly string[];
  readonly target: readonly string[];
  /** The nouns by their index in the source; `meant` is the one that "it" refers to, null in a sentence without "it". */
  readonly nouns: readonly [number, number];
  readonly meant: number | null;
  /** The two nouns are never together in training. */
  readonly heldOut: boolean;
}

/** A noun, and the adjective before it, if any. */
export interface Named {
  readonly noun: Noun;
  readonly adjective: Adjective | null;
}

/** Because it was too tired. */
export interface Reason {
  readonly degree: (typeof degrees)[number];
  readonly adjective: Adjective;
}

/** An animal and a place. */
export interface Crossing {
  readonly animal: Named;
  readonly place: Named;
  readonly verb: (typeof crossings)[number];
  readonly negated: boolean;
  readonly passive: boolean;
  readonly reason: Reason | null;
}

const english = ({ noun, adjective }: Named): string[] =>
  adjective === null ? ["the", noun.en] : ["the", adjective.en, noun.en];
const french = ({ noun, adjective }: Named): string[] =>
  adjective === null ? [...noun.fr] : [...noun.fr, adjective[noun.gender]];

/** An animal crosses a place, or is the reason why not. */
export function crossing({ animal, place, verb, negated, passive, reason }: Crossing): Pair {
  const [first, second] = passive ? [place, animal] : [animal, place];
  const en = passive
    ? [negated ? "wasn't" : "was", pastParticiple(verb), "by"]
    : negated
      ? ["didn't", verb.bare]
      : [verb.past];
  const { gender } = place.noun;
  const done = passive ? ["été", verb[gender], "par"] : [verb.m];
  const fr = negated ? ["n'", "a", "pas", ...done] : ["a", ...done];
  const source = [...english(first), ...en, ...english(second)];
  const target = [...french(first), ...fr, ...french(second)];
  let meant: number | null = null;
  const at: [number, number] = [english(first).length - 1, source.length - 1];
  if (reason !== null) {
    const isAnimal = ofAnimals.includes(reason.adjective);
    const { noun } = isAnimal ? animal : place;
    source.push("because", "it", "was", reason.degree.en, reason.adjective.en);
    target.push(
      "car",
      noun.gender === "m" ? "il" : "elle",
      "était",
      reason.degree.fr,
      reason.adjective[noun.gender],
    );
    meant = isAnimal === passive ? at[1] : at[0];
  }
  return {
    source: [...source, "."],
    target: [...target, "."],
    nouns: at,
    meant,
    heldOut: isHeldOut(animals.indexOf(animal.noun), places.indexOf(place.noun)),
  };
}

function pastParticiple({ past }: Crossing["verb"]): string {
  return past === "saw" ? "seen" : past;
}

/** An animal follows another: only the order tells them apart. */
export function meeting(
  first: Named,
  second: Named,
  verb: (typeof meetings)[number],
  negated: boolean,
): Pair {
  const source = [
    ...english(first),
    ...(negated ? ["didn't", verb.bare] : [verb.past]),
    ...english(second),
    ".",
  ];
  const done = negated ? ["n'", "a", "pas", verb.m] : ["a", verb.m];
  return {
    source,
    target: [...french(first), ...done, ...french(second), "."],
    nouns: [english(first).length - 1, source.length - 2],
    meant: null,
    heldOut: isHeldOut(animals.indexOf(first.noun), (animals.indexOf(second.noun) + 1) % animals.length),
  };
}

// One pair of nouns in eight, each noun once; the animal and the street among them.
function isHeldOut(first: number, second: number): boolean {
  return first === second;
}
