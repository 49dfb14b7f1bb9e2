import {
  type Clause,
  type NounPhrase,
  type Phrase,
  type Place,
  pronouns,
  type Sentence,
  type Time,
  type Verb,
  type Word,
  word,
} from "./sentence.ts";
import { modals } from "./words.ts";

const numbers = ["two", "three", "four"];

/** The sentence in English, lower case. */
export function english(sentence: Sentence): Word[] {
  if (sentence.type === "clause") return clause(sentence);
  const { id, subject, place } = sentence;
  return [
    word("there", "pronoun", `${id}.there`, `${id}.verb`),
    word(subject.plural ? "are" : "is", "auxiliary", `${id}.verb`),
    ...nounPhrase(subject),
    ...placeOf(place),
  ];
}

function clause({ id, subject, predicate, aspect, modal, negated, often, time }: Clause): Word[] {
  const who = phraseOf(subject, 0);
  const person = personOf(subject);
  const not = negated ? [word("not", "negation", `${id}.not`)] : [];
  const when = time === null ? [] : timeOf(time, `${id}.time`);
  const usually = often ? [word("often", "adverb", `${id}.often`)] : [];
  if (predicate.type === "action") {
    const { verb, object, recipient, place } = predicate;
    const { before, main } = verbGroup(id, verb, aspect, modal, negated, person);
    const particle =
      verb.particle === "" ? [] : [word(verb.particle, "particle", `${id}.particle`, `${id}.verb`)];
    const what = object === null ? [] : phraseOf(object, 1);
    const whom =
      recipient === null
        ? []
        : [
            word(recipient.relation, "preposition", `${recipient.phrase.id}.relation`, `${id}.verb`),
            ...nounPhrase(recipient.phrase),
          ];
    const where = place ? placeOf(place) : [];
    return [...who, ...before, ...usually, main, ...particle, ...what, ...whom, ...where, ...when];
  }
  const sees = `${id}.degree ${id}.very ${id}.not`;
  const all = predicate.type === "quality" ? `${sees} ${id}.adjective` : sees;
  const be = word(beFor(person, aspect === "past"), "auxiliary", `${id}.copula`, all);
  if (predicate.type === "whereabouts") return [...who, be, ...not, ...placeOf(predicate.place), ...when];
  const very = predicate.very ? [word("very", "adverb", `${id}.very`)] : [];
  return [...who, be, ...not, ...very, word(predicate.adjective.en, "adjective", `${id}.adjective`), ...when];
}

/** The words before the main verb, and the main verb. */
function verbGroup(
  id: string,
  verb: Verb,
  aspect: Clause["aspect"],
  modal: Clause["modal"],
  negated: boolean,
  person: Person,
): { before: Word[]; main: Word } {
  const [base, third, past, ing] = verb.en;
  const verbAs = (text: string, is = "", sees = "") => word(text, "verb", `${id}.verb${is}`, sees);
  const not = negated ? [word("not", "negation", `${id}.not`)] : [];
  const does = (): Word[] => [
    word(person === "third" ? "does" : "do", "auxiliary", `${id}.do`, `${id}.not ${id}.verb ${id}.modal`),
    ...not,
  ];
  if (aspect === "progressive")
    return { before: [word(beFor(person), "auxiliary", `${id}.aspect`), ...not], main: verbAs(ing) };
  if (aspect === "future")
    return { before: [word("will", "auxiliary", `${id}.aspect`), ...not], main: verbAs(base) };
  if (aspect === "past") {
    if (!negated) return { before: [], main: verbAs(past, ` ${id}.aspect`) };
    return { before: [word("did", "auxiliary", `${id}.aspect`), ...not], main: verbAs(base) };
  }
  if (aspect === "present") {
    if (!negated) return { before: [], main: verbAs(person === "third" ? third : base) };
    return { before: does(), main: verbAs(base) };
  }
  const { en: plain, third: withS } = modals[modal];
  if (modal !== "want")
    return { before: [word(plain, "auxiliary", `${id}.modal`), ...not], main: verbAs(base) };
  const to = word("to", "particle", `${id}.to`, `${id}.verb ${id}.modal`);
  const want = (text: string) => word(text, "verb", `${id}.modal`);
  if (negated) return { before: [...does(), want(plain), to], main: verbAs(base) };
  return { before: [want(person === "third" ? withS : plain), to], main: verbAs(base) };
}

type Person = "first" | "third" | "other";

function personOf(phrase: Phrase): Person {
  if (phrase.type !== "pronoun") return phrase.plural ? "other" : "third";
  if (phrase.pronoun === "i") return "first";
  return phrase.pronoun === "he" || phrase.pronoun === "she" ? "third" : "other";
}

function beFor(person: Person, past: boolean = false): string {
  if (past) return person === "other" ? "were" : "was";
  return person === "first" ? "am" : person === "third" ? "is" : "are";
}

function phraseOf(phrase: Phrase, role: 0 | 1): Word[] {
  if (phrase.type === "gap") return [];
  return phrase.type === "pronoun"
    ? [word(pronouns[phrase.pronoun].en[role], "pronoun", phrase.id)]
    : nounPhrase(phrase);
}

function nounPhrase(phrase: NounPhrase): Word[] {
  const { id, noun, plural, adjectives, relative } = phrase;
  const rest = [
    ...adjectives.map(({ en }, i) => word(en, "adjective", `${id}.adjective${i}`)),
    word(noun.en[plural ? 1 : 0], "noun", `${id}.noun`),
  ];
  return [
    ...determiner(phrase, rest[0]!.text),
    ...rest,
    ...(relative === null ? [] : relativeOf(relative, phrase)),
  ];
}

function determiner({ id, plural, determiner: kind, count, whose }: NounPhrase, next: string): Word[] {
  const article = (text: string, sees = `${id}.noun ${id}.measure`) =>
    word(text, "article", `${id}.determiner`, sees);
  if (kind === "the") return [article("the")];
  if (kind === "a") return [article(/^[aeiou]/.test(next) ? "an" : "a")];
  if (kind === "this") return [article(plural ? "these" : "this")];
  if (kind === "some") return [article("some")];
  if (kind === "number")
    return [word(numbers[count - 2]!, "number", `${id}.determiner`, `${id}.noun ${id}.measure`)];
  if (whose === null) return [];
  if (whose.type === "pronoun")
    return [word(pronouns[whose.pronoun].en[2], "pronoun", `${id}.determiner ${id}.of`, `${id}.noun`)];
  return [...nounPhrase(whose), word("'s", "particle", `${id}.of`)];
}

function relativeOf(relative: Clause, { noun }: NounPhrase): Word[] {
  const people = noun.kind === "person" && relative.subject.type === "gap";
  return [word(people ? "who" : "that", "pronoun", `${relative.id}.that`), ...clause(relative)];
}

function placeOf({ id, relation, phrase }: Place): Word[] {
  const thing = nounPhrase(phrase);
  // Chinese has no word for "to"; 去 and 给 express it.
  if (relation === "to") return [word("to", "preposition", `${id}.relation`, "main.verb"), ...thing];
  if (relation !== "front") return [word(relation, "preposition", `${id}.relation ${id}.at`), ...thing];
  // The head of "in front of" is "front"; "in" is 在 where that is said.
  const around = (text: string, is: string) => word(text, "preposition", is, `${id}.relation`);
  return [
    around("in", `${id}.at ${id}.around`),
    word("front", "preposition", `${id}.relation`),
    around("of", `${id}.around`),
    ...thing,
  ];
}

function timeOf(time: Time, id: string): Word[] {
  const words = time.split(" ");
  const [first = "", second] = words;
  if (second === undefined) return [word(first, "adverb", `${id}.1 ${id}.0`)];
  const modifier = first === "every" || first === "this" ? "article" : "adjective";
  return [word(first, modifier, `${id}.0`), word(second, "noun", `${id}.1`)];
}
