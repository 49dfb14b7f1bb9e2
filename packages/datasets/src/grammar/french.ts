import {
  type Action,
  type Adjective,
  type Clause,
  type NounPhrase,
  type Phrase,
  type Place,
  type Pronoun,
  pronouns,
  type Relation,
  type Sentence,
  type Time,
  type Word,
  word,
} from "./sentence.ts";
import { avoir, etait, etre, go, modals } from "./words.ts";

// A sentence in French, with its agreement and its spelling.

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
  const phrase = nounPhrase(subject);
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
  const when = time === null ? [] : times[time](`${id}.time`);
  if (predicate.type === "action") {
    const { finite, rest } = verbGroup(sentence, predicate, person);
    const usually = often ? [word("souvent", "adverb", `${id}.often`)] : [];
    return [...who, ...around(finite), ...usually, ...rest, ...complements(predicate, negated), ...when];
  }
  const copula = word((aspect === "past" ? etait : etre)[person.who], "auxiliary", `${id}.copula`);
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
    return { finite: [...clitic, verbAs(verb.fr[person.who], `${id}.aspect`)], rest: [] };
  if (aspect === "past") {
    const auxiliary = word((verb.fr.etre ? etre : avoir)[person.who], "auxiliary", `${id}.aspect`);
    // With "être" the participle follows the subject; with "avoir", an object that precedes it.
    const leader = verb.fr.etre ? subject : object !== null && object.type !== "noun" ? object : null;
    const agreed = leader === null ? verb.fr.participle : participle(verb.fr.participle, personOf(leader));
    return { finite: [...clitic, auxiliary], rest: [verbAs(agreed, "")] };
  }
  const infinitive = verbAs(verb.fr.infinitive, `${id}.to`);
  const part = modal === "want" ? "verb" : "auxiliary";
  const finite =
    aspect === "future"
      ? word(go.fr[person.who], "auxiliary", `${id}.aspect`)
      : word(modals[modal].fr[person.who], part, `${id}.modal`);
  return { finite: [finite], rest: [...clitic, infinitive] };
}

function participle(masculine: string, person: Person): string {
  return masculine + ["", "e", "s", "es"][number(person)]!;
}

function complements({ verb, object, recipient, place }: Action, negated: boolean): Word[] {
  const what = object?.type === "noun" ? nounPhrase(object, { negated, generic: verb.generic }) : [];
  const whom =
    recipient === null
      ? []
      : [
          word(recipient.relation === "to" ? "à" : "pour", "preposition", `${recipient.phrase.id}.relation`),
          ...nounPhrase(recipient.phrase),
        ];
  return [...what, ...whom, ...(place === null ? [] : placeOf(place))];
}

function subjectOf(phrase: Exclude<Phrase, { type: "gap" }>): Word[] {
  if (phrase.type === "pronoun") return [word(pronouns[phrase.pronoun].fr[0], "pronoun", phrase.id)];
  return nounPhrase(phrase);
}

function placeOf({ id, relation, phrase }: Place): Word[] {
  const sees = relation === "front" ? `${id}.around` : "";
  const at = word(relations[relation], "preposition", `${id}.relation`, sees);
  const of = relation === "near" ? [word("de", "preposition", "", `${id}.relation`)] : [];
  return [at, ...of, ...nounPhrase(phrase)];
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

function week(which: string, id: string): Word[] {
  return [
    word("la", "article", "", `${id}.1`),
    word("semaine", "noun", `${id}.1`),
    word(which, "adjective", `${id}.0`, `${id}.1`),
  ];
}

/** The features of a clause that its noun phrases depend on. */
interface Around {
  /** As object of a negated verb, "un" and "de l'" become "de": "pas de chat". */
  readonly negated?: boolean;
  /** Of what one likes in general one says "les chats", "le lait". */
  readonly generic?: boolean;
}

const numbers = ["deux", "trois", "quatre"];

/** Article, adjectives on both sides, noun, owner, relative clause: "la petite voiture rouge du professeur". */
function nounPhrase(phrase: NounPhrase, around: Around = {}): Word[] {
  const { id, noun, plural, adjectives, whose, relative } = phrase;
  const form = number({ feminine: noun.gender === "f", plural });
  const name = word(noun.fr[plural ? 1 : 0], "noun", `${id}.noun`, "", noun.aspirated);
  const adjective = (one: Adjective, text: string) =>
    word(text, "adjective", `${id}.adjective${adjectives.indexOf(one)}`, `${id}.noun`);
  const before = adjectives
    .filter((one) => one.before)
    .map((one) => {
      const vowel = form === 0 && one.beforeVowel !== "" && beginsWithVowel(name);
      return adjective(one, vowel ? one.beforeVowel : one.fr[form]);
    });
  const following = adjectives.filter((one) => !one.before).map((one) => adjective(one, one.fr[form]));
  const of = word("de", "preposition", `${id}.of`);
  const owner = whose?.type === "noun" ? [of, ...nounPhrase(whose)] : [];
  const core = [...before, name];
  const that = relative === null ? [] : relativeOf(relative);
  return [...determiner(phrase, core, around), ...core, ...following, ...owner, ...that];
}

function relativeOf(relative: Clause): Word[] {
  const text = relative.subject.type === "gap" ? "qui" : "que";
  return [word(text, "pronoun", `${relative.id}.that`), ...clause(relative)];
}

function determiner(phrase: NounPhrase, core: readonly Word[], { negated, generic }: Around): Word[] {
  const { id, noun, plural, determiner: kind, whose, count } = phrase;
  const feminine = noun.gender === "f";
  const vowel = beginsWithVowel(core[0]!);
  const article = (text: string, is = `${id}.determiner`, sees = "") =>
    word(text, "article", is, `${id}.noun ${sees}`.trim());
  const the = plural ? "les" : feminine ? "la" : "le";
  if (kind === "the") return [article(the)];
  if (kind === "number") return [word(numbers[count - 2]!, "number", `${id}.determiner`, `${id}.noun`)];
  if (kind === "this") {
    if (plural) return [article("ces")];
    return [article(feminine ? "cette" : vowel ? "cet" : "ce")];
  }
  if (kind === "whose") {
    if (whose === null || whose.type === "noun") return [article(the, "", `${id}.of`)];
    const form = pronouns[whose.pronoun].owner[plural ? 2 : feminine && !vowel ? 1 : 0];
    return [word(form, "pronoun", `${id}.determiner`, `${id}.noun`)];
  }
  if (kind === "any" && generic) return [article(the, "")];
  if (negated) return [article("de", kind === "any" ? "" : `${id}.determiner`)];
  if (kind === "a") return [article(feminine ? "une" : "un")];
  // "des pommes", but "de petites pommes".
  if (kind === "some") return [article(core.length > 1 ? "de" : "des")];
  return [article("de", ""), article(the, "")];
}

/** The features that French words agree with. */
interface Person {
  readonly who: "je" | "tu" | "il" | "nous" | "ils";
  readonly feminine: boolean;
  readonly plural: boolean;
}

const persons: Readonly<Record<Pronoun, Person["who"]>> = {
  i: "je",
  you: "tu",
  he: "il",
  she: "il",
  we: "nous",
  they: "ils",
};

/** Person, gender and number of a phrase. The speaker is masculine, and so is whom he speaks to. */
function personOf(phrase: Phrase): Person {
  if (phrase.type === "pronoun") {
    const { pronoun } = phrase;
    const plural = pronoun === "we" || pronoun === "they";
    return { who: persons[pronoun], feminine: pronoun === "she", plural };
  }
  const { noun, plural } = phrase;
  return { who: plural ? "ils" : "il", feminine: noun.gender === "f", plural };
}

/** The index of the agreeing form among masculine and feminine singular, masculine and feminine plural. */
/* @__NO_SIDE_EFFECTS__ */
function number({ feminine, plural }: { feminine: boolean; plural: boolean }): 0 | 1 | 2 | 3 {
  if (plural) return feminine ? 3 : 2;
  return feminine ? 1 : 0;
}

const elided = new Set(["je", "me", "te", "le", "la", "ne", "de", "que"]);

/** Whether a word is pronounced with an initial vowel: "école", "homme", but not "hibou". */
function beginsWithVowel({ text, aspirated }: { text: string; aspirated: boolean }): boolean {
  return !aspirated && /^[aeiouhâàéèêîïôœæ]/.test(text);
}

/** "je ai" → "j' ai", "la eau" → "l' eau", "que il" → "qu' il". */
function elide(words: readonly Word[]): Word[] {
  return words.map((current, i) => {
    const next = words[i + 1];
    if (next === undefined || !elided.has(current.text) || !beginsWithVowel(next)) return current;
    return { ...current, text: `${current.text.slice(0, -1)}'` };
  });
}

const contractions: Readonly<Record<string, string>> = {
  "à le": "au",
  "à les": "aux",
  "de le": "du",
  "de les": "des",
};

/**
 * "à le" → "au", "de les" → "des", with articles that are not elided. The merged word has the meaning of the first,
 * and the possible links of the second.
 */
function contract(words: readonly Word[]): Word[] {
  const out: Word[] = [];
  for (let i = 0; i < words.length; i++) {
    const first = words[i]!;
    const second = words[i + 1];
    const both = second?.part === "article" ? contractions[`${first.text} ${second.text}`] : undefined;
    if (second === undefined || both === undefined) {
      out.push(first);
      continue;
    }
    out.push({
      ...word(both, first.part),
      is: first.is,
      sees: [...first.sees, ...second.is, ...second.sees],
    });
    i++;
  }
  return out;
}
