import translated from "../../zh/terms.json" with { type: "json" };

/**
 * The terms of a text: what the index holds, and what a question is taken apart into. Spellings of one name give the same term
 * (`masked_fill`, `maskedFill`), and so do forms of one word (masks, masked, masking).
 */
export function termsOf(text: string): readonly string[] {
  return Array.from(text.matchAll(/\p{Script=Han}+|[\p{L}\p{N}_$]+/gu)).flatMap(([token]) =>
    /\p{Script=Han}/u.test(token) ? pairs(token) : namesIn(token),
  );
}

/** Chinese has no spaces, and browsers cut it into words differently: every two neighbours are a term. */
function pairs(run: string): readonly string[] {
  return run
    .split(/[的了吗呢]/)
    .flatMap((part) =>
      part.length === 1 ? [part] : Array.from(part.slice(1), (second, i) => `${part[i]}${second}`),
    );
}

/** A word, or a name with the words of which it is made: `clip_grad_norm_` is clipgradnorm, clip, grad and norm. */
function namesIn(token: string): readonly string[] {
  const whole = token.replaceAll(/[_$]/g, "").toLowerCase();
  const parts = token.match(/\p{Lu}+(?!\p{Ll})\d*|\p{Lu}?[\p{Ll}\d]+|\d+/gu) ?? [];
  if (parts.length < 2) return whole === "" ? [] : [stem(whole)];
  const words = parts.filter((part) => part.length > 2).map((part) => stem(part.toLowerCase()));
  return [...new Set([stem(whole), ...words])];
}

const irregular = new Map(
  Object.entries({ matrices: "matrix", indices: "index", axes: "axis", trained: "train" }),
);

/** A word without its ending. What a name loses here, it loses in the index and in the question. */
export function stem(word: string): string {
  const known = irregular.get(word);
  if (known !== undefined) return known;
  if (!/^[a-z]{4,}$/.test(word)) return word;
  return word
    .replace(/ies$/, "y")
    .replace(/(ss|ch|sh|x|us|ias)es$/, "$1")
    .replace(/(?<![suia])s$/, "")
    .replace(/(?<=[a-z]{3}[st])ion$/, "")
    .replace(/i[sz](e|ed|ing|at)$/, "iz")
    .replace(/(?<=[aeiouy][a-z]*)((?<=[a-z]{3})ing|(?<=[a-z]{4})ed)$/, "")
    .replace(/([bdgmnprt])\1$/, "$1")
    .replace(/(?<=[a-z]{3})e$/, "");
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/).map(stem));

const stops =
  words(`a an and any are as at be been but by can could did do does doing each for from get gets got had has have how i if
  in into is it its let me my no not of on one or our over s so such t than that the their them then there these they this those to
  too us was we were what when where which who why will with would you your`);

/** Words without a meaning of their own: a text is not found by them. */
export function isStop(term: string): boolean {
  return stops.has(term);
}

/** Words of a question that say what is wanted of a thing. */
const requests =
  words(`basic best better between calculate compute difference example explain find good happen help implement
  introduction need simple tutorial understand use using used vs want way work write`);
const chineseRequests =
  /什么是|是什么|为什么要?|怎么样?|怎样|如何|什么|哪些|哪个|请问|可以|一个|进行|实现|使用|工作|介绍|原理|教程|时候|是/g;

/** Where names come from: they say little of what is meant. */
const sources = words("torch nn np numpy tf jax jnp saccade optim utils");

export function isSource(term: string): boolean {
  return sources.has(term);
}

/** Whether a question is a name from a program: `np.where`, `masked_fill`, `DataLoader`. */
export function isName(question: string): boolean {
  return /[a-z\d)][._][a-zA-Z_]|[a-z][A-Z]/.test(question);
}

/** The terms that say what a question is about: without its "how does … work", unless there is nothing else. */
export function subjectOf(question: string): readonly string[] {
  const all = [...new Set(termsOf(inOurWords(question).replaceAll(chineseRequests, " ")))];
  const named = all.filter((term) => !stops.has(term) && !/^(\d+|[a-z])$/.test(term));
  const subject = named.filter((term) => !requests.has(term));
  // `np.where` and `torch.any`.
  if (isName(question) && subject.every((term) => sources.has(term))) return all;
  return [subject, named, all].find(({ length }) => length > 0) ?? termsOf(question);
}

/** A question in the words of the Chinese pages. */
function inOurWords(question: string): string {
  return translated.reduce(
    (text, { zh, not }) => not.reduce((one, word) => one.replaceAll(word, zh), text),
    question,
  );
}

/** A term for a whole phrase: questions with the same subject have the same. */
export function phraseOf(question: string): string {
  return `=${[...subjectOf(question)].sort().join("+")}`;
}
