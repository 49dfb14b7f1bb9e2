import { drawNoun, drawNounPhrase, drawPlace, drawPronoun, whereaboutsOf } from "./draw-noun-phrase.ts";
import type { Aspect, Verb } from "./lexicon.ts";
import type { Choices } from "./random.ts";
import type { Clause, Gap, NounPhrase, Phrase, Time } from "./sentence.ts";
import { intransitiveVerbs, transitiveVerbs } from "./verbs.ts";

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
  const verbs = transitiveVerbs.filter(
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
