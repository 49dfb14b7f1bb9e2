import { isPlainObject } from "@saccade/tensor/backend";
import { flag, type Rule, rule, whole } from "@saccade/tensor/contract";
import { PretrainedError, shown } from "../errors.ts";
import { longestPattern } from "../patterns/syntax.ts";

// Parts of a tokenizer's file, and what is refused in them.

/** A part of a tokenizer.json, such as its model or a step before it. */
export type Part = Readonly<Record<string, unknown>>;

export function isPart(value: unknown): value is Part {
  return typeof value === "object" && value !== null && isPlainObject(value);
}

/** The path of a part, for messages: "tokenizer.json: pre_tokenizer". */
export type Place = string;

const without = "{ tokenizer: false } loads the model without.";

/** @throws PretrainedError always: something that would give other tokens than the model was trained with. */
export function refuse(place: Place, problem: string): never {
  throw new PretrainedError(
    `${place}: ${problem}. It changes the tokens, so there is no substitute for it. ${without}`,
  );
}

/** The error for a file that is damaged, or was never whole. */
export function damaged(place: Place, problem: string): PretrainedError {
  return new PretrainedError(`${place}: ${problem}; copy or download the file again. ${without}`);
}

/** A part with all parts inside it, by the name of their list, changed by `change`. */
export function mapParts(part: Part, list: string, change: (part: Part) => Part): Part {
  const inside = part[list];
  if (part["type"] !== "Sequence" || !Array.isArray(inside)) return change(part);
  return { ...part, [list]: inside.map((one) => (isPart(one) ? mapParts(one, list, change) : one)) };
}

const maxSteps = 256;
const maxGrowth = 1000;
const longestText = 100;

/** The parts of a tokenizer.json that are chains of steps, and the name of the list inside each. */
const chains: Readonly<Record<string, string>> = {
  normalizer: "normalizers",
  pre_tokenizer: "pretokenizers",
  post_processor: "processors",
  decoder: "decoders",
};

/** @throws PretrainedError for chains of too many steps, and for very long patterns. */
export function checkChains(file: string, content: Part): void {
  for (const [name, list] of Object.entries(chains)) {
    const place = `${file}: ${name}`;
    const steps = stepsIn(content[name], list);
    if (steps.length > maxSteps) throw damaged(place, `it has more than ${maxSteps} steps`);
    for (const step of steps) checkSettings(place, step);
    // Each replacement multiplies a text's length by that of its content, each template by the times that the text is in it.
    const growth = steps.reduce((by, { content: put, single }) => by * lengthOf(put) * timesIn(single), 1);
    if (growth > maxGrowth) refuse(place, `its steps can make a text more than ${maxGrowth} times as long`);
    for (const { pattern } of steps) checkPattern(place, pattern);
  }
}

/** A step and all steps inside it. JSON is at most 100 levels deep. */
function stepsIn(step: unknown, list: string): Part[] {
  if (!isPart(step)) return [];
  const inside: readonly unknown[] = Array.isArray(step[list]) ? step[list] : [];
  return [step, ...inside.flatMap((one) => stepsIn(one, list))];
}

function lengthOf(content: unknown): number {
  return typeof content === "string" ? Math.max(1, content.length) : 1;
}

function timesIn(template: unknown): number {
  return Array.isArray(template)
    ? Math.max(1, template.filter((item) => "Sequence" in Object(item)).length)
    : 1;
}

// Before the library rewrites it.
function checkPattern(place: string, pattern: unknown): void {
  if (!isPart(pattern) || typeof pattern["Regex"] !== "string") return;
  const { length } = pattern["Regex"];
  if (length > longestPattern)
    refuse(place, `it has a pattern of ${length} characters; at most ${longestPattern} are supported`);
}

const idRule = whole(undefined, { min: 0 });

/**
 * Checks the ids of all tokens before anything is made: the library's tables are as long as the largest id.
 *
 * @throws PretrainedError for ids that are not whole numbers, or that the model has no row for
 */
export function checkIds(file: string, { model, added_tokens: added }: Part, modelVocabSize: number): void {
  const vocab = isPart(model) ? model["vocab"] : null;
  let [largest, token]: [number, string] = [-1, ""];
  const see = (content: string, id: unknown, place: string): void => {
    const problem = `${shown(content)} has id ${shown(id)}, expected a whole number of at least 0`;
    if (!idRule.holds(id)) throw damaged(`${file}: ${place}`, problem);
    if (id > largest) [largest, token] = [id, content];
  };
  if (Array.isArray(vocab)) see(String(vocab.at(-1)?.[0]), vocab.length - 1, "model.vocab");
  else for (const [content, id] of Object.entries(Object(vocab))) see(content, id, "model.vocab");
  if (Array.isArray(added)) {
    for (const one of added) if (isPart(one)) see(String(one["content"]), one["id"], "added_tokens");
  }
  if (largest < modelVocabSize) return;
  throw new PretrainedError(
    `${file}: token ${shown(token)} has id ${largest}, and the model has ${modelVocabSize} tokens (vocab_size); ` +
      "use the tokenizer that was saved with the model. { tokenizer: false } loads the model without.",
  );
}

const between = (min: number, max: number): Rule<number, undefined> => whole(undefined, { min, max });

// A text added to each word, or replacing each space: in all known files it has less than ten characters.
const shortText = rule(
  `a text of at most ${longestText} characters`,
  (value): value is string => typeof value === "string" && value.length <= longestText,
);

const someText = rule(
  `a text of 1 to ${longestText} characters`,
  (value): value is string => shortText.holds(value) && value !== "",
);

/** Settings of a model and of steps that the library takes as they are, with the values that it counts on. */
const settings: Readonly<Record<string, Rule<unknown, unknown>>> = {
  ...each(
    "unk_token continuing_subword_prefix continuing_subword_suffix end_of_word_suffix content",
    shortText,
  ),
  ...each("str_rep prepend prefix suffix pad_token word_delimiter_token", shortText),
  ...each("fuse_unk byte_fallback ignore_merges", flag()),
  replacement: someText,
  max_input_chars_per_word: between(0, 10_000),
  length: between(1, 1e9),
  ...each("start stop", between(0, 1e9)),
};

function each(names: string, of: Rule<unknown, unknown>): Record<string, Rule<unknown, unknown>> {
  return Object.fromEntries(names.split(" ").map((name) => [name, of]));
}

function checkSettings(place: string, part: Part): void {
  for (const [name, { must, holds }] of Object.entries(settings)) {
    const value = part[name] ?? null;
    if (value === null || holds(value)) continue;
    throw damaged(place, `${name} is ${shown(value)}, expected ${must}`);
  }
}

/** @throws PretrainedError for a model's setting of the wrong type, invalid scores, or an invalid unknown piece. */
export function checkModel(file: string, model: Part): void {
  const place = `${file}: model`;
  checkSettings(place, model);
  const { type, vocab, unk_id: unknown } = model;
  if (type !== "Unigram" || !Array.isArray(vocab)) return;
  const odd = vocab.find((piece: readonly unknown[]) => !Number.isFinite(piece[1]));
  if (odd !== undefined) throw damaged(place, `the score of ${shown(odd[0])} is not a number`);
  if (unknown === undefined || unknown === null) return;
  const row = between(0, vocab.length - 1);
  if (!row.holds(unknown)) throw damaged(place, `unk_id is ${shown(unknown)}, expected ${row.must}`);
}

/**
 * Checks that the tokens which are added to each text have the ids that the file gives them: the library looks them up by name.
 *
 * @throws PretrainedError where they have not
 */
export function checkAdded(file: string, processor: unknown, idOf: (token: string) => number | null): void {
  const place = `${file}: post_processor`;
  for (const [name, ids] of addedIn(processor, place)) {
    const id = idOf(name);
    if (Array.isArray(ids) && ids.length === 1 && ids[0] === id) continue;
    const own = id === null ? "none" : `id ${id}`;
    const problem = `${JSON.stringify(name)} maps to the ids ${JSON.stringify(ids)}, but the token has ${own}`;
    refuse(place, `${problem}; supported: the token's own id`);
  }
}

/** The tokens that a processor adds, and those inside it, each with the ids that the file gives it. */
function addedIn(part: unknown, place: Place): (readonly [name: string, ids: unknown])[] {
  if (!isPart(part)) return [];
  const { type, processors, single, special_tokens: specials, sep, cls } = part;
  if (type === "Sequence" && Array.isArray(processors))
    return processors.flatMap((inside) => addedIn(inside, place));
  const pairs = [sep, cls].filter((pair) => Array.isArray(pair));
  const added = pairs.map(([name, id]) => [String(name), [id]] as const);
  if (type !== "TemplateProcessing") return added;
  if (!Array.isArray(single)) throw damaged(`${place}.single`, "it is not a list");
  const names = single.filter((step) => "SpecialToken" in Object(step)).map(nameOf);
  return [...names.map((name) => [name, Object(Object(specials)[name]).ids] as const), ...added];
}

function nameOf({ SpecialToken: special }: { SpecialToken?: unknown }): string {
  return String(Object(special).id);
}
