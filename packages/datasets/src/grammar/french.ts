import { number, type Person, personOf, verbForm } from "./french-agreement.ts";
import { nounPhrase } from "./french-noun-phrase.ts";
import { contract, elide } from "./french-spelling.ts";
import { pronouns } from "./pronouns.ts";
import type { Action, Clause, Phrase, Place, Relation, Sentence, Time } from "./sentence.ts";
import { avoir, etait, etre, go, modals } from "./verbs.ts";
import { type Word, word } from "./word.ts";

const relations: Readonly<Record<Relation, string>> = {
  in: "dans",
  on: "sur",
  under: "sous",
  near: "près",
  behind: "derrière",
  front: "devant",
  to: "à",
};

/** The sentence in French, lower case, with elisions and contractions: "l'" is a separate word, "au" one word. */
export function french(sentence: Sentence): Word[] {
  return contract(elide(sentence.type === "clause" ? clause(sentence) : existence(sentence)));
}

/** "il y a": "a" is the verb, "il" and "y" mean "there". */
function existence({ id, subject, place }: Extract<Sentence, { type: "existence" }>): Word[] {
  const there = (text: string) => word(text, "pronoun", `${id}.there`, `${id}.verb`);
  const phrase = nounPhrase(subject, { negated: false, generic: false, clause });
  return [there("il"), there("y"), word("a", "auxiliary", `${id}.verb`), ...phrase, ...placeOf(place)];
}

function clause(sentence: Clause): Word[] {
  const { id, subject, predicate, aspect, negated, often, time } = sentence;
  const person = personOf(subject);
  const who = subject.type === "gap" ? [] : subjectOf(subject);
  const around = (finite: readonly Word[]): Word[] => {
    if (!negated) return [...finite];
    const not = (text: string) => word(text, "negation", `${id}.not`, `${id}.do`);
    return [not("ne"), ...finite, not("pas")];
  };
  const when = time === null ? [] : timeOf(time, `${id}.time`);
  if (predicate.type === "action") {
    const { finite, rest } = verbGroup(sentence, predicate, person);
    const usually = often ? [word("souvent", "adverb", `${id}.often`)] : [];
    return [...who, ...around(finite), ...usually, ...rest, ...complements(predicate, negated), ...when];
  }
  const copula = word(verbForm(aspect === "past" ? etait : etre, person), "auxiliary", `${id}.copula`);
  if (predicate.type === "whereabouts")
    return [...who, ...around([copula]), ...placeOf(predicate.place), ...when];
  const noun = subject.type === "pronoun" ? subject.id : `${subject.id}.noun`;
  const adjective = word(predicate.adjective.fr[number(person)], "adjective", `${id}.adjective`, noun);
  const very = predicate.very ? [word("très", "adverb", `${id}.very`)] : [];
  return [...who, ...around([copula]), ...very, adjective, ...when];
}

/** The words inside "ne … pas" (a pronoun as object, and the conjugated verb), and the verb's other part. */
function verbGroup(
  { id, subject, aspect, modal }: Clause,
  { verb, object }: Action,
  person: Person,
): { finite: Word[]; rest: Word[] } {
  const clitic =
    object?.type === "pronoun" ? [word(pronouns[object.pronoun].fr[1], "pronoun", object.id)] : [];
  const particle = verb.particle === "" ? "" : ` ${id}.particle`;
  const verbAs = (text: string, sees: string) => word(text, "verb", `${id}.verb`, sees + particle);
  if (aspect === "present" || aspect === "progressive")
    return { finite: [...clitic, verbAs(verbForm(verb.fr, person), `${id}.aspect`)], rest: [] };
  if (aspect === "past") {
    const auxiliary = word(verbForm(verb.fr.etre ? etre : avoir, person), "auxiliary", `${id}.aspect`);
    // With "être" the participle follows the subject; with "avoir", an object that precedes it.
    const leader = verb.fr.etre ? subject : object !== null && object.type !== "noun" ? object : null;
    const agreed = leader === null ? verb.fr.participle : participle(verb.fr.participle, personOf(leader));
    return { finite: [...clitic, auxiliary], rest: [verbAs(agreed, "")] };
  }
  const infinitive = verbAs(verb.fr.infinitive, `${id}.to`);
  const part = modal === "want" ? "verb" : "auxiliary";
  const finite =
    aspect === "future"
      ? word(verbForm(go.fr, person), "auxiliary", `${id}.aspect`)
      : word(verbForm(modals[modal].fr, person), part, `${id}.modal`);
  return { finite: [finite], rest: [...clitic, infinitive] };
}

function participle(masculine: string, person: Person): string {
  return masculine + ["", "e", "s", "es"][number(person)]!;
}

function complements({ verb, object, recipient, place }: Action, negated: boolean): Word[] {
  const what = object?.type === "noun" ? nounPhrase(object, { negated, generic: verb.generic, clause }) : [];
  const whom =
    recipient === null
      ? []
      : [
          word(recipient.relation === "to" ? "à" : "pour", "preposition", `${recipient.phrase.id}.relation`),
          ...nounPhrase(recipient.phrase, { negated: false, generic: false, clause }),
        ];
  return [...what, ...whom, ...(place === null ? [] : placeOf(place))];
}

function subjectOf(phrase: Exclude<Phrase, { type: "gap" }>): Word[] {
  if (phrase.type === "pronoun") return [word(pronouns[phrase.pronoun].fr[0], "pronoun", phrase.id)];
  return nounPhrase(phrase, { negated: false, generic: false, clause });
}

function placeOf({ id, relation, phrase }: Place): Word[] {
  const sees = relation === "front" ? `${id}.around` : "";
  const at = word(relations[relation], "preposition", `${id}.relation`, sees);
  const of = relation === "near" ? [word("de", "preposition", "", `${id}.relation`)] : [];
  return [at, ...of, ...nounPhrase(phrase, { negated: false, generic: false, clause })];
}

const times: Readonly<Record<Time, (id: string) => Word[]>> = {
  now: (id) => [word("maintenant", "adverb", `${id}.1 ${id}.0`)],
  today: (id) => [word("aujourd'hui", "adverb", `${id}.1 ${id}.0`)],
  yesterday: (id) => [word("hier", "adverb", `${id}.1 ${id}.0`)],
  tomorrow: (id) => [word("demain", "adverb", `${id}.1 ${id}.0`)],
  "every day": (id) => [
    word("tous", "article", `${id}.0`, `${id}.1`),
    word("les", "article", "", `${id}.0 ${id}.1`),
    word("jours", "noun", `${id}.1`),
  ],
  "last week": (id) => week("dernière", id),
  "next week": (id) => week("prochaine", id),
  "this morning": (id) => [word("ce", "article", `${id}.0`, `${id}.1`), word("matin", "noun", `${id}.1`)],
  "this evening": (id) => [word("ce", "article", `${id}.0`, `${id}.1`), word("soir", "noun", `${id}.1`)],
};

function timeOf(time: Time, id: string): Word[] {
  return times[time](id);
}

function week(which: string, id: string): Word[] {
  return [
    word("la", "article", "", `${id}.1`),
    word("semaine", "noun", `${id}.1`),
    word(which, "adjective", `${id}.0`, `${id}.1`),
  ];
}
