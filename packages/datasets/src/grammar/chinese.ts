import {
  type Action,
  type Clause,
  type NounPhrase,
  type Phrase,
  type Place,
  pronouns,
  type Relation,
  type Sentence,
  type Time,
  type Word,
  word,
} from "./sentence.ts";
import { modals } from "./words.ts";

const numbers = ["两", "三", "四"];
const relations: Readonly<Record<Exclude<Relation, "to">, string>> = {
  in: "里",
  on: "上",
  under: "下面",
  near: "附近",
  behind: "后面",
  front: "前面",
};
const times: Readonly<Record<Time, readonly string[]>> = {
  now: ["现在"],
  today: ["今天"],
  yesterday: ["昨天"],
  tomorrow: ["明天"],
  "every day": ["每天"],
  "last week": ["上周"],
  "next week": ["下周"],
  "this morning": ["今天", "早上"],
  "this evening": ["今天", "晚上"],
};

/** The sentence in Chinese, cut into words. */
export function chinese(sentence: Sentence): Word[] {
  if (sentence.type === "clause") return clause(sentence, false);
  const { id, subject, place } = sentence;
  return [...where(place), word("有", "verb", `${id}.verb`, `${id}.there`), ...nounPhrase(subject)];
}

function clause(sentence: Clause, relative: boolean): Word[] {
  const { id, subject, predicate, negated, time } = sentence;
  const start = [...phraseOf(subject), ...(time === null ? [] : timeOf(time, `${id}.time`))];
  const not = negated ? [word("不", "negation", `${id}.not`, `${id}.do`)] : [];
  if (predicate.type === "action") return [...start, ...action(sentence, predicate, relative)];
  if (predicate.type === "whereabouts")
    return [...start, ...not, word("在", "auxiliary", `${id}.copula`), ...where(predicate.place)];
  const { adjective, very } = predicate;
  const quality = word(adjective.zh, "adjective", `${id}.adjective`);
  if (adjective.predicate === "是") {
    const de = word("的", "particle", "", `${id}.adjective ${id}.copula`);
    return [...start, ...not, word("是", "auxiliary", `${id}.copula`), quality, de];
  }
  if (negated) return [...start, ...not, quality];
  if (very) return [...start, word("非常", "adverb", `${id}.very`), quality];
  return [...start, word("很", "adverb", `${id}.degree`, `${id}.copula ${id}.adjective`), quality];
}

function action(sentence: Clause, { verb, object, recipient, place }: Action, relative: boolean): Word[] {
  const { id, aspect, negated } = sentence;
  const to = place?.relation === "to";
  const progressive = aspect === "progressive" && !negated;
  const before = [
    ...auxiliaries(sentence, verb.zh),
    ...(place === null || to ? [] : [...(progressive ? [] : [at(place)]), ...where(place)]),
  ];
  const [text, is] = negated && verb.zh === "有" ? ["没有", `${id}.verb ${id}.not`] : [verb.zh, `${id}.verb`];
  const main = word(text, "verb", is, `${id}.to ${id}.particle`);
  const quantified = object?.type === "noun" && ["a", "number", "some"].includes(object.determiner);
  const done = aspect === "past" && !negated && (!relative || quantified);
  const le = done ? [word("了", "particle", `${id}.aspect`)] : [];
  const what = object === null ? [] : phraseOf(object, negated);
  const whither = to ? nounPhrase(place.phrase) : [];
  if (recipient === null) return [...before, main, ...le, ...what, ...whither];
  const whom = nounPhrase(recipient.phrase);
  if (verb.zh === "给") return [...before, main, ...le, ...whom, ...what];
  const give = word("给", "preposition", `${recipient.phrase.id}.relation`);
  return [...before, give, ...whom, main, ...le, ...what];
}

/** The words before the verb and its place: negation, aspect, modal, "often". */
function auxiliaries({ id, aspect, modal, negated, often, predicate }: Clause, zh: string): Word[] {
  const place = predicate.type === "action" ? predicate.place : null;
  if (aspect === "past") return negated ? [word("没", "negation", `${id}.not ${id}.aspect`)] : [];
  if (aspect === "progressive") {
    if (negated) return [word("没", "negation", `${id}.not`), word("在", "auxiliary", `${id}.aspect`)];
    // 正在 says "is" and "in" at once: 正在 花园 里 睡觉.
    return [word("正在", "auxiliary", `${id}.aspect${place === null ? "" : ` ${place.id}.at`}`)];
  }
  const not = negated && zh !== "有" ? [word("不", "negation", `${id}.not`, `${id}.do`)] : [];
  if (aspect === "future") return [...not, word("会", "auxiliary", `${id}.aspect`)];
  const part = modal === "want" ? "verb" : "auxiliary";
  if (aspect === "modal") return [...not, word(modals[modal].zh, part, `${id}.modal`, `${id}.to`)];
  return [...not, ...(often ? [word("常常", "adverb", `${id}.often`)] : [])];
}

function phraseOf(phrase: Phrase, negated = false): Word[] {
  if (phrase.type === "gap") return [];
  return phrase.type === "pronoun"
    ? [word(pronouns[phrase.pronoun].zh, "pronoun", phrase.id)]
    : nounPhrase(phrase, negated);
}

/** Owner or number, relative clause, adjectives with 的, then those without it, noun. */
function nounPhrase(phrase: NounPhrase, negated = false): Word[] {
  const { id, noun, plural, determiner: kind, adjectives, relative } = phrase;
  const people = plural && kind === "the" ? "们" : "";
  const that =
    relative === null ? [] : [...clause(relative, true), word("的", "particle", `${relative.id}.that`)];
  const qualities = adjectives
    .map((adjective, i) => ({ adjective, i }))
    .sort((a, b) => Number(b.adjective.de) - Number(a.adjective.de));
  return [
    ...(negated && kind === "a" ? [] : determiner(phrase)),
    ...that,
    ...qualities.flatMap(({ adjective, i }) => [
      word(adjective.zh, "adjective", `${id}.adjective${i}`),
      ...(adjective.de ? [word("的", "particle", "", `${id}.adjective${i} ${id}.noun`)] : []),
    ]),
    word(noun.zh + people, "noun", `${id}.noun`),
  ];
}

function determiner({ id, noun, plural, determiner: kind, count, whose, adjectives }: NounPhrase): Word[] {
  const own = `${id}.determiner`;
  const measured = (text: string, part: "number" | "article") => [
    word(text, part, own),
    word(noun.measure, "measure", `${id}.measure`, `${own} ${id}.noun`),
  ];
  if (kind === "a") return measured("一", "number");
  if (kind === "number") return measured(numbers[count - 2]!, "number");
  if (kind === "this") return plural ? [word("这些", "article", own)] : measured("这", "article");
  if (kind === "some") return [word("一些", "article", own)];
  if (whose === null) return [];
  if (whose.type === "noun") return [...nounPhrase(whose), word("的", "particle", `${id}.of`)];
  const owner = word(pronouns[whose.pronoun].zh, "pronoun", own);
  // 我 妈妈, and 我 红色 的 帽子, where one 的 is enough.
  if (noun.kind === "kin" || adjectives.some(({ de }) => de)) return [owner];
  return [owner, word("的", "particle", `${id}.of`)];
}

function at({ id }: Place): Word {
  return word("在", "preposition", `${id}.at`);
}

/** The thing and the side: 桌子 下面. */
function where({ id, relation, phrase }: Place): Word[] {
  if (relation === "to") return nounPhrase(phrase);
  return [...nounPhrase(phrase), word(relations[relation], "preposition", `${id}.relation`, `${id}.around`)];
}

function timeOf(time: Time, id: string): Word[] {
  const words = times[time];
  if (words.length === 1) return [word(words[0]!, "adverb", `${id}.1 ${id}.0`)];
  return words.map((text, i) => word(text, i === 0 ? "adverb" : "noun", `${id}.${i}`));
}
