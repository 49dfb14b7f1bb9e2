import { adjectives, fits } from "./adjectives.ts";
import type { Adjective, Kind, Noun } from "./lexicon.ts";
import { nouns } from "./nouns.ts";
import type { Choices } from "./random.ts";
import type { Determiner, NounPhrase, Place, Pronoun, PronounPhrase, Relation } from "./sentence.ts";

/** The role of a noun phrase. Each role has its own determiners, see {@link drawDeterminer}. */
export type Role =
  | "subject"
  | "object"
  | "indefinite"
  | "absent"
  | "any"
  | "generic"
  | "place"
  | "recipient"
  | "owner";

const pronouns: readonly Pronoun[] = ["i", "you", "he", "she", "we", "they"];

/** A pronoun. */
export function drawPronoun(random: Choices, id: string): PronounPhrase {
  return { type: "pronoun", id, pronoun: random.pick(pronouns) };
}

/** A noun of one of the kinds, kinds with many nouns more often. */
export function drawNoun(random: Choices, kinds: readonly Kind[]): Noun {
  return random.pick(nouns.filter(({ kind }) => kinds.includes(kind)));
}

/** A noun phrase without a relative clause. */
export function drawNounPhrase(random: Choices, id: string, noun: Noun, role: Role): NounPhrase {
  const determiner = drawDeterminer(random, noun, role);
  const plural = isPlural(random, noun, role, determiner);
  const phrase = {
    type: "noun",
    id,
    noun,
    plural,
    determiner,
    count: 2 + Math.floor(random.next() * 3),
  } as const;
  const adjectiveRate = role === "recipient" || role === "owner" ? 0 : role === "place" ? 0.2 : 0.45;
  return {
    ...phrase,
    whose: determiner === "whose" ? drawOwner(random, id, noun) : null,
    adjectives: random.chance(adjectiveRate) ? drawAdjectives(random, noun) : [],
    relative: null,
  };
}

/**
 * The determiner. Chinese has no articles, so that no two English sentences may become one Chinese: a bare noun is "the"
 * (several only of people, 孩子们), or, where a role says so, "any"; "a" is always 一.
 */
function drawDeterminer(random: Choices, noun: Noun, role: Role): Determiner {
  if (noun.kind === "kin") return "whose";
  if (noun.measure === "") return role === "subject" ? "the" : "any";
  if (role === "place" || role === "recipient" || role === "owner") return "the";
  const weights = Object.entries(determiners[role]) as [Determiner, number][];
  const owned = isOwned(noun);
  return random.weighted(weights.map(([name, weight]) => [name, name === "whose" && !owned ? 0 : weight]));
}

type Weights = Readonly<Partial<Record<Determiner, number>>>;
const known: Weights = { the: 0.6, this: 0.3, whose: 0.2 };
const determiners: Readonly<Record<Exclude<Role, "place" | "recipient" | "owner">, Weights>> = {
  subject: known,
  absent: known,
  object: { the: 0.3, a: 0.3, this: 0.15, number: 0.15, some: 0.08, whose: 0.2 },
  indefinite: { a: 0.6, number: 0.25, some: 0.15 },
  any: { a: 0.7, this: 0.3, whose: 0.2 },
  generic: { any: 0.5, this: 0.3, whose: 0.2 },
};

function isPlural(random: Choices, noun: Noun, role: Role, determiner: Determiner): boolean {
  if (noun.measure === "") return false;
  if (determiner === "some" || determiner === "number" || determiner === "any") return true;
  if (determiner === "this") return random.chance(0.4) && !["room", "outdoors", "water"].includes(noun.kind);
  const one = role === "recipient" || role === "owner";
  return determiner === "the" && noun.kind === "person" && !one && random.chance(0.25);
}

function isOwned({ kind, en }: Noun): boolean {
  const owned: readonly Kind[] = ["animal", "text", "clothes", "thing", "vehicle"];
  return owned.includes(kind) || en[0] === "friend" || en[0] === "neighbor" || en[0] === "house";
}

function drawOwner(random: Choices, id: string, noun: Noun): PronounPhrase | NounPhrase {
  if (noun.kind === "kin" || noun.kind === "person" || random.chance(0.55))
    return drawPronoun(random, `${id}.owner`);
  return drawNounPhrase(random, `${id}.owner`, drawNoun(random, ["person", "kin"]), "owner");
}

/** One adjective, or two, one of which French puts before the noun and the other after it: "la petite voiture rouge". */
function drawAdjectives(random: Choices, noun: Noun): Adjective[] {
  if (noun.kind === "kin") return [];
  const fitting = adjectives.filter((adjective) => adjective.attribute && fits(adjective, noun));
  if (fitting.length === 0) return [];
  const first = random.pick(fitting);
  const colours = fitting.filter(({ predicate }) => predicate === "是");
  const size = first.en === "small" || first.en === "big";
  return size && colours.length > 0 && random.chance(0.35) ? [first, random.pick(colours)] : [first];
}

const relations: readonly (readonly [Kind, readonly Relation[]])[] = [
  ["furniture", ["on", "under", "near"]],
  ["building", ["in", "near", "behind", "front"]],
  ["room", ["in"]],
  ["outdoors", ["in", "near"]],
  ["water", ["in", "near"]],
];

/** Somewhere; `kinds` are the kinds of places, and "in" is said of them alone where `inside` is true. */
export function drawPlace(random: Choices, id: string, kinds: readonly Kind[], inside = false): Place {
  const [kind, allowed] = random.pick(relations.filter(([of]) => kinds.includes(of)));
  const relation = inside ? "in" : random.pick(allowed);
  return { id, relation, phrase: drawNounPhrase(random, `${id}.thing`, drawNoun(random, [kind]), "place") };
}

/** Where one finds it: people in front of buildings, things on tables. */
export function whereaboutsOf(kind: Kind): readonly Kind[] {
  const around: readonly Kind[] = ["building", "room", "outdoors"];
  return kind === "person" || kind === "kin" ? [...around, "water"] : [...around, "furniture", "furniture"];
}
