import type {
  Adjective,
  Aspect,
  Clause,
  Determiner,
  Gap,
  Kind,
  Noun,
  NounPhrase,
  Phrase,
  Place,
  Pronoun,
  PronounPhrase,
  Relation,
  Time,
  Verb,
} from "./sentence.ts";
import { fits, lexicon } from "./words.ts";

// Random phrases: noun phrases, and the relative clauses in them.

/** Choices determined by a seed: xorshift with 32 bits of state (Marsaglia 2003, Xorshift RNGs). */
export class Choices {
  #state: number;

  constructor(seed: number) {
    // Seeds that lie close together start far apart, and both halves of a seed above 2^32 count; 0 would stay 0.
    const mixed = Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(Math.floor(seed / 2 ** 32), 0x85ebca6b);
    this.#state = mixed === 0 ? 1 : mixed;
    for (let i = 0; i < 8; i++) this.next();
  }

  /** Uniform in [0, 1). */
  next(): number {
    let bits = this.#state;
    bits ^= bits << 13;
    bits ^= bits >>> 17;
    bits ^= bits << 5;
    this.#state = bits;
    return (bits >>> 0) / 2 ** 32;
  }

  /** True with this probability. */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** One of the list, which is not empty. */
  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.next() * list.length)]!;
  }

  /** One of the values, with probabilities proportional to their weights. */
  weighted<T>(choices: readonly (readonly [value: T, weight: number])[]): T {
    let left = this.next() * choices.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [value, weight] of choices) {
      left -= weight;
      if (left < 0) return value;
    }
    return choices.at(-1)![0];
  }
}

/** The role of a noun phrase. Each role has its own determiners, see {@link drawDeterminer}. */
type Role =
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
  return random.pick(lexicon().nouns.filter(({ kind }) => kinds.includes(kind)));
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
  const fitting = lexicon().adjectives.filter((adjective) => adjective.attribute && fits(adjective, noun));
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

/** A relative clause for this noun: it is the subject there, or the object; null where nothing fits. */
export function drawRelative(random: Choices, { id, noun, plural }: NounPhrase): Clause | null {
  const gap: Gap = { type: "gap", id: `${id}.relative.gap`, noun, plural };
  const actor = noun.kind === "person" || noun.kind === "animal";
  if (actor && random.chance(0.6)) return subjectRelative(random, `${id}.relative`, gap);
  return objectRelative(random, `${id}.relative`, gap);
}

/** "The boy who bought a car yesterday", "the cat that is under the table". */
function subjectRelative(random: Choices, id: string, gap: Gap): Clause | null {
  if (random.chance(0.25)) {
    const place = drawPlace(random, `${id}.place`, whereaboutsOf(gap.noun.kind));
    return { ...relative(id, gap, "present", null, false), predicate: { type: "whereabouts", place } };
  }
  const animal = gap.noun.kind === "animal";
  const { transitiveVerbs, intransitiveVerbs } = lexicon();
  const verbs = [...transitiveVerbs, ...intransitiveVerbs].filter(
    (verb) => aspectsOf(verb).length > 0 && verb.recipient !== "to" && !(animal && !verb.animals),
  );
  const verb = random.pick(verbs);
  const aspect = random.pick(aspectsOf(verb));
  const negated = aspect === "present" && verb.zh !== "看见" && verb.zh !== "有" && random.chance(0.2);
  const clause = relative(id, gap, aspect, timeOf(random, aspect), negated);
  if (verb.objects.length === 0)
    return { ...clause, predicate: { type: "action", verb, object: null, recipient: null, place: null } };
  const noun = drawNoun(random, verb.objects);
  const role = verb.generic ? "generic" : verb.en[0] === "have" ? "indefinite" : "object";
  const object = { ...drawNounPhrase(random, `${id}.object`, noun, role) };
  return { ...clause, predicate: { type: "action", verb, object, recipient: null, place: null } };
}

/** "The book that the girl is reading." */
function objectRelative(random: Choices, id: string, gap: Gap): Clause | null {
  const verbs = lexicon().transitiveVerbs.filter(
    (verb) => aspectsOf(verb).length > 0 && verb.recipient !== "to" && verb.objects.includes(gap.noun.kind),
  );
  if (verbs.length === 0) return null;
  const verb = random.pick(verbs);
  const aspect = random.pick(aspectsOf(verb));
  const subject = random.chance(0.4)
    ? drawPronoun(random, `${id}.subject`)
    : drawNounPhrase(random, `${id}.subject`, drawNoun(random, ["person", "kin"]), "recipient");
  const clause = relative(id, subject, aspect, timeOf(random, aspect), false);
  return { ...clause, predicate: { type: "action", verb, object: gap, recipient: null, place: null } };
}

/**
 * Distinctions that Chinese makes without 了, which a relative clause drops: a lasting state, 正在, or a time in the past.
 */
function aspectsOf({ aspects }: Verb): Aspect[] {
  if (aspects.length === 1 && aspects[0] === "present") return ["present"];
  return aspects.filter((aspect) => aspect === "progressive" || aspect === "past");
}

function timeOf(random: Choices, aspect: Aspect): Time | null {
  return aspect === "past" ? random.pick(["yesterday", "last week", "this morning"]) : null;
}

function relative(
  id: string,
  subject: Phrase,
  aspect: Aspect,
  time: Time | null,
  negated: boolean,
): Omit<Clause, "predicate"> {
  return { type: "clause", id, subject, aspect, modal: "want", negated, often: false, time };
}
