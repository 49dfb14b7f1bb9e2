import {
  type Choices,
  drawNoun,
  drawNounPhrase,
  drawPlace,
  drawPronoun,
  drawRelative,
  whereaboutsOf,
} from "./draw-phrase.ts";
import type {
  Action,
  Aspect,
  Clause,
  Existence,
  Kind,
  NounPhrase,
  Phrase,
  PronounPhrase,
  Sentence,
  Time,
  Verb,
} from "./sentence.ts";
import { fits, go, lexicon } from "./words.ts";

const inanimate: readonly Kind[] = [
  ...(["food", "meal", "drink", "text", "clothes", "thing", "flower", "vehicle"] as const),
  ...(["furniture", "opening", "building", "room", "outdoors"] as const),
];

/** A sentence at random. */
export function drawSentence(random: Choices): Sentence {
  const draw = random.weighted<(random: Choices) => Sentence>([
    [drawTransitive, 0.5],
    [drawIntransitive, 0.18],
    [drawQuality, 0.16],
    [drawWhereabouts, 0.08],
    [drawExistence, 0.08],
  ]);
  return draw(random);
}

/** "The girl is looking for the red car." */
function drawTransitive(random: Choices): Clause {
  const subject = drawSubject(random, ["person", "kin", "animal"]);
  const animal = subject.type === "noun" && subject.noun.kind === "animal";
  const { transitiveVerbs } = lexicon();
  const verb = random.pick(animal ? transitiveVerbs.filter(({ animals }) => animals) : transitiveVerbs);
  const base = drawClause(random, subject, verb, animal);
  const given = verb.recipient !== null && (verb.en[0] === "give" || random.chance(0.4));
  // 看见 is negated as 看不见, which is a separate word.
  const negated = base.negated && !(given || (verb.zh === "看见" && base.aspect !== "past"));
  const object = drawObject(random, subject, verb, negated, given);
  const recipient = given
    ? {
        relation: verb.recipient!,
        phrase: drawNounPhrase(random, "recipient", drawNoun(random, ["person", "kin"]), "recipient"),
      }
    : null;
  return { ...base, negated, predicate: { type: "action", verb, object, recipient, place: null } };
}

function drawObject(random: Choices, subject: Phrase, verb: Verb, negated: boolean, given: boolean): Phrase {
  if (verb.pronouns && random.chance(0.3)) {
    const pronoun = drawPronoun(random, "object");
    if (!isSame(subject, pronoun)) return pronoun;
  }
  const noun = drawNoun(random, verb.objects);
  const known = negated ? (verb.anyObject ? "any" : "absent") : "object";
  const role = verb.generic ? "generic" : !negated && (given || verb.en[0] === "have") ? "indefinite" : known;
  const phrase = drawNounPhrase(random, "object", noun, role);
  if (role === "generic" || role === "indefinite") return phrase;
  return withRelative(random, phrase, negated ? 0.1 : 0.3);
}

/** Whether a pronoun would have to be "myself", "ourselves" or the like. */
function isSame(subject: Phrase, { pronoun }: PronounPhrase): boolean {
  if (subject.type !== "pronoun") return false;
  const speakers = ["i", "we"];
  return subject.pronoun === pronoun
    ? pronoun !== "he" && pronoun !== "she" && pronoun !== "they"
    : speakers.includes(subject.pronoun) && speakers.includes(pronoun);
}

/** "The children are dancing in the garden", "she goes to the school". */
function drawIntransitive(random: Choices): Clause {
  const subject = drawSubject(random, ["person", "kin", "animal"]);
  const animal = subject.type === "noun" && subject.noun.kind === "animal";
  const verbs = [...lexicon().intransitiveVerbs, go];
  const verb = random.pick(animal ? verbs.filter(({ animals }) => animals) : verbs);
  const base = drawClause(random, subject, verb, animal);
  const action: Action = { type: "action", verb, object: null, recipient: null, place: null };
  if (verb === go) {
    const phrase = drawNounPhrase(random, "place.thing", drawNoun(random, go.objects), "place");
    return { ...base, predicate: { ...action, place: { id: "place", relation: "to", phrase } } };
  }
  if (verb.places.length === 0 || !random.chance(0.55)) return { ...base, predicate: action };
  const place = drawPlace(random, "place", verb.places, true);
  // 没 在 花园 里 睡觉 would be "did not sleep" as well as "is not sleeping".
  const negated = base.negated && base.aspect !== "progressive";
  return { ...base, negated, predicate: { ...action, place } };
}

/** Aspect, negation, time: what the clauses with a verb have in common. */
function drawClause(
  random: Choices,
  subject: Phrase,
  verb: Verb,
  animal: boolean,
): Omit<Clause, "predicate"> {
  const weights = { present: 3, progressive: 4, past: 4, future: 2, modal: 2 } as const;
  const aspects = verb.aspects.filter((name) => !(animal && name === "modal"));
  const aspect = random.weighted(aspects.map((name) => [name, weights[name]] as const));
  const modal = random.pick(["want", "can", "must"] as const);
  const negated = random.chance(0.3) && !(aspect === "modal" && modal === "must");
  const habit = aspect === "present" && !negated && verb.aspects.length > 2 && verb.zh !== "看见";
  const often = habit && random.chance(0.5);
  const time = often ? null : drawTime(random, aspect, habit);
  return { type: "clause", id: "main", subject, aspect, modal, negated, often, time };
}

function drawTime(random: Choices, aspect: Aspect, habit: boolean): Time | null {
  if (aspect === "present") return habit ? "every day" : null;
  if (aspect === "progressive") return random.chance(0.2) ? "now" : null;
  if (aspect === "past")
    return random.chance(0.55) ? random.pick(["yesterday", "last week", "this morning"]) : null;
  if (aspect === "future")
    return random.chance(0.7) ? random.pick(["tomorrow", "next week", "this evening"]) : null;
  return random.chance(0.25) ? random.pick(["today", "tomorrow"]) : null;
}

/** "The black cat is very small", "my mother was tired yesterday". */
function drawQuality(random: Choices): Clause {
  const adjective = random.pick(lexicon().adjectives.filter(({ predicate }) => predicate !== null));
  const { kinds, passing, predicate } = adjective;
  const people = kinds.includes("person") && random.chance(0.3);
  const plain = people
    ? drawPronoun(random, "subject")
    : drawSubjectNoun(random, random.pick(lexicon().nouns.filter((noun) => fits(adjective, noun))));
  const subject =
    plain.type === "noun"
      ? {
          ...plain,
          adjectives: plain.relative ? [] : plain.adjectives.filter((other) => other.predicate !== predicate),
        }
      : plain;
  const past = passing && random.chance(0.4);
  const negated = random.chance(0.3);
  const very = !negated && predicate === "很" && random.chance(0.3);
  return {
    ...{ type: "clause", id: "main", subject, predicate: { type: "quality", adjective, very } },
    ...{ aspect: past ? "past" : "present", modal: "want", negated, often: false },
    time: past
      ? random.pick(["yesterday", "last week", "this morning"])
      : passing && random.chance(0.3)
        ? "today"
        : null,
  };
}

/** "The keys are not on the table." */
function drawWhereabouts(random: Choices): Clause {
  const people = random.chance(0.5);
  const subject = people
    ? drawSubject(random, ["person", "kin"])
    : drawSubjectNoun(random, drawNoun(random, ["animal", "thing", "clothes", "text"]));
  const kinds = whereaboutsOf(subject.type === "noun" ? subject.noun.kind : "person");
  const place = drawPlace(random, "place", kinds);
  return {
    ...{ type: "clause", id: "main", subject, predicate: { type: "whereabouts", place } },
    ...{ aspect: "present", modal: "want", negated: random.chance(0.3), often: false, time: null },
  };
}

/** "There are two cats under the table." */
function drawExistence(random: Choices): Existence {
  const noun = drawNoun(random, ["animal", "thing", "clothes", "text", "flower"]);
  const subject = drawNounPhrase(random, "subject", noun, "indefinite");
  const place = drawPlace(random, "place", whereaboutsOf(noun.kind));
  return { type: "existence", id: "main", subject, place };
}

function drawSubject(random: Choices, kinds: readonly Kind[]): PronounPhrase | NounPhrase {
  if (random.chance(0.35)) return drawPronoun(random, "subject");
  return drawSubjectNoun(random, drawNoun(random, kinds));
}

function drawSubjectNoun(random: Choices, noun: NounPhrase["noun"]): NounPhrase {
  const phrase = drawNounPhrase(random, "subject", noun, "subject");
  return withRelative(random, phrase, inanimate.includes(noun.kind) ? 0.3 : 0.25);
}

/** Adds a relative clause to a noun that is known. */
function withRelative(random: Choices, phrase: NounPhrase, rate: number): NounPhrase {
  if (phrase.determiner !== "the" || !random.chance(rate)) return phrase;
  const relative = drawRelative(random, phrase);
  return relative === null ? phrase : { ...phrase, adjectives: phrase.adjectives.slice(0, 1), relative };
}
