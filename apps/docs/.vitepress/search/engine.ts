import MiniSearch, { type SearchResult } from "minisearch";
import synonyms from "./synonyms.json" with { type: "json" };
import { isName, isSource, isStop, phraseOf, stem, subjectOf, termsOf } from "./terms.ts";

/** The fields of a section that the index holds and those that the search box shows. */
export const fields = { fields: ["title", "titles", "keywords", "text"], storeFields: ["title", "titles"] };

/** A word of the question, and other words for it. */
interface Asked {
  readonly terms: readonly string[];
  readonly weight: number;
}

/** Words of learners and of other libraries for what the site calls otherwise. */
const others = new Map(Object.entries(synonyms).map(([word, other]) => [stem(word), termsOf(other)]));

/** The part of a name before its last dot is its package or its owner: `nn.Linear`, `loss.item()`. */
const owner = /[\w.]+\.(?=(?!js\b)[a-z_])/gi;

function asked(question: string): readonly Asked[] {
  const subject = subjectOf(question);
  const owners = (question.match(owner) ?? []).flatMap(termsOf);
  const name = termsOf(question.replaceAll(owner, " "));
  return subject.map((term) => {
    const isOwner = isSource(term) || (owners.includes(term) && !name.includes(term));
    return {
      terms: [term, ...(others.get(term) ?? [])],
      weight: subject.length > 1 && isOwner ? 0.25 : 1,
    };
  });
}

function find(index: MiniSearch, question: string, words: readonly Asked[], fuzzy: boolean): SearchResult[] {
  const weights = new Map([[phraseOf(question), 5]]);
  for (const { terms, weight } of words)
    terms.forEach((term, i) => {
      weights.set(term, Math.max(weights.get(term) ?? 0, i === 0 ? weight : 0.4 * weight));
    });
  return index.search([...weights.keys()].join(" "), {
    tokenize: (text) => text.split(" "),
    processTerm: (term) => term,
    boostTerm: (term) => weights.get(term) ?? 1,
    boost: { title: 4, titles: 1.5, keywords: 4, text: 1 },
    prefix: (term) => /^(\p{Script=Han}|[^=]{3})/u.test(term),
    fuzzy: (term) => (fuzzy && /^[a-z]{5}/.test(term) ? 0.25 : false),
    // A page has many keywords, a name a short title: neither should decide.
    bm25: { k: 1.2, b: 0.4, d: 0.5 },
    weights: { prefix: 0.25, fuzzy: 0.2 },
  });
}

type Kind = "book" | "guide" | "reference";

function kindOf(id: string): Kind {
  return /^(\/zh)?\/(book|reference)\//.exec(id)?.[2] === "book"
    ? "book"
    : id.includes("/reference/")
      ? "reference"
      : "guide";
}

/** Ranks the book before the guides and the guides before the reference, unless the question is a name in a program. */
function weightOf({ id, title, titles }: SearchResult, named: boolean): number {
  if (id.includes("/pytorch-names#torch")) return named ? 1.5 : 0.5;
  const kind = kindOf(id);
  if (kind === "reference") {
    // Names for authors of backends and ops have their entry in the title.
    const forAuthors = [title, ...titles].some((one) => /^@saccade\/\S+\/\S+: /.test(one));
    return (forAuthors ? 0.2 : 1) * (named ? 2 : 0.7);
  }
  if (/#(exercises|sources|练习|参考文献)$/.test(id)) return 0.7;
  return named ? 1 : kind === "book" ? 2 : 1.5;
}

const shown: Readonly<Record<Kind, readonly [english: string, chinese: string]>> = {
  book: ["Book", "教程"],
  guide: ["Guide", "指南"],
  reference: ["Reference", "API 参考"],
};

/** The pages that answer a question, best first, each by its best section. */
export function search(index: MiniSearch, question: string): readonly SearchResult[] {
  const words = asked(question);
  const total = words.reduce((sum, { weight }) => sum + weight, 0);
  /** How much of the question a section answers, up to 1. */
  const covered = ({ queryTerms }: SearchResult): number =>
    words
      .filter(({ terms }) => terms.some((term) => queryTerms.includes(term)))
      .reduce((sum, { weight }) => sum + weight, 0) / total;
  const spelled = find(index, question, words, false);
  const found = spelled.some((one) => covered(one) > 0.99) ? spelled : find(index, question, words, true);
  const named = isName(question);
  const key = words.filter(({ weight }) => weight === 1).map(({ terms }) => terms[0]!);
  const match = Object.fromEntries(
    (question.match(/\p{Script=Han}+|\w{2,}/gu) ?? [])
      .filter((word) => !isStop(stem(word.toLowerCase())))
      .map((word) => [word, []]),
  );
  const best = new Map<string, SearchResult>();
  for (const one of found) {
    const titled = termsOf(one["title"]).filter((term) => !isStop(term) && !isSource(term));
    // More where the title is the question, most for the page of a name, less where it says more.
    const exact = key.every((term) => titled.includes(term))
      ? 1 + (named && kindOf(one.id) === "reference" ? 2 : 1) / (1 + Math.max(0, titled.length - key.length))
      : 1;
    const score = one.score * covered(one) ** 2 * weightOf(one, named) * exact;
    const page = one.id.includes("#torch.") ? one.id : one.id.replace(/#.*/, "");
    if (score <= (best.get(page)?.score ?? 0)) continue;
    const kind = shown[kindOf(one.id)][one.id.startsWith("/zh/") ? 1 : 0];
    best.set(page, { ...one, score, match, titles: [kind, ...one["titles"]] });
  }
  return [...best.values()].sort((a, b) => b.score - a.score);
}

/** In the place of MiniSearch in VitePress's box: it is given an index, and asked. */
export default {
  loadJSON(json: string): { search(question: string): readonly SearchResult[] } {
    const index = MiniSearch.loadJSON(json, fields);
    return { search: (question) => search(index, question) };
  },
};
