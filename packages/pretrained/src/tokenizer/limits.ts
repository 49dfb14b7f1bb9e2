import { PretrainedError } from "../errors.ts";
import { slowPattern } from "../patterns.ts";
import { damaged, isPart, type Part, refuse } from "./parts.ts";

const maxSteps = 256;
const maxGrowth = 1000;

/** The parts of a tokenizer.json that are chains of steps, and what a list inside each is called. */
const chains: Readonly<Record<string, string>> = {
  normalizer: "normalizers",
  pre_tokenizer: "pretokenizers",
  post_processor: "processors",
  decoder: "decoders",
};

/** @throws PretrainedError for chains of too many steps, and for patterns that may never end. */
export function checkChains(file: string, content: Part): void {
  for (const [name, list] of Object.entries(chains)) {
    const steps: Part[] = [];
    const waiting: unknown[] = [content[name]];
    for (let step = waiting.pop(); step !== undefined || waiting.length > 0; step = waiting.pop()) {
      if (!isPart(step)) continue;
      steps.push(step);
      const inside = step[list];
      if (Array.isArray(inside)) {
        if (steps.length + waiting.length + inside.length > maxSteps) {
          throw damaged(`${file}: ${name}`, `it has more than ${maxSteps} steps`);
        }
        waiting.push(...inside);
      }
    }
    // Each replacement multiplies a text's length at most by that of its content.
    const growth = steps.reduce((product, { content: put }) => product * lengthOf(put), 1);
    if (growth > maxGrowth) {
      refuse(`${file}: ${name}`, `its replacements can make a text more than ${maxGrowth} times as long`);
    }
    for (const { pattern } of steps) checkPattern(`${file}: ${name}`, pattern);
  }
}

function lengthOf(content: unknown): number {
  return typeof content === "string" ? Math.max(1, content.length) : 1;
}

function checkPattern(place: string, pattern: unknown): void {
  if (!isPart(pattern) || typeof pattern["Regex"] !== "string") return;
  const source = pattern["Regex"];
  const problem = slowPattern(source, 3);
  if (problem === null) return;
  refuse(
    place,
    `the pattern ${JSON.stringify(source.slice(0, 200))} may take forever on some texts: ${problem}`,
  );
}

/**
 * Checks the ids of all tokens before anything is made: the library's tables are as long as the largest id.
 *
 * @throws PretrainedError for ids that are not whole numbers, or that the model has no row for
 */
export function checkIds(file: string, { model, added_tokens: added }: Part, modelVocabSize: number): void {
  const vocab = isPart(model) ? model["vocab"] : null;
  let [largest, token]: [number, string] = [-1, ""];
  const see = (content: string, id: unknown, place: string): void => {
    if (typeof id !== "number" || !Number.isSafeInteger(id) || id < 0) {
      throw damaged(
        `${file}: ${place}`,
        `${short(content)} has id ${short(id)}, expected a whole number of at least 0`,
      );
    }
    if (id > largest) [largest, token] = [id, content];
  };
  if (Array.isArray(vocab)) see(String(vocab.at(-1)?.[0]), vocab.length - 1, "model.vocab");
  else for (const [content, id] of Object.entries(Object(vocab))) see(content, id, "model.vocab");
  if (Array.isArray(added)) {
    for (const one of added) if (isPart(one)) see(String(one["content"]), one["id"], "added_tokens");
  }
  if (largest < modelVocabSize) return;
  throw new PretrainedError(
    `${file}: token ${short(token)} has id ${largest}, and the model has ${modelVocabSize} tokens (vocab_size); ` +
      "use the tokenizer that was saved with the model. { tokenizer: false } loads the model without.",
  );
}

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}

// Settings that the library takes as they are, with the types that it counts on.
const settings: Readonly<Record<string, (value: unknown) => boolean>> = {
  unk_token: (value) => typeof value === "string",
  continuing_subword_prefix: (value) => typeof value === "string",
  end_of_word_suffix: (value) => typeof value === "string",
  max_input_chars_per_word: (value) =>
    Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= 10_000,
  fuse_unk: (value) => typeof value === "boolean",
  byte_fallback: (value) => typeof value === "boolean",
  ignore_merges: (value) => typeof value === "boolean",
};

/** @throws PretrainedError for a model's setting of another type, and scores or an unknown piece that are none. */
export function checkModel(file: string, model: Part): void {
  const place = `${file}: model`;
  for (const [name, fits] of Object.entries(settings)) {
    const value = model[name] ?? null;
    if (value !== null && !fits(value)) throw damaged(place, `${name} is ${short(value)}`);
  }
  const { type, vocab, unk_id: unknown } = model;
  if (type !== "Unigram" || !Array.isArray(vocab)) return;
  const odd = vocab.find((piece: readonly unknown[]) => !Number.isFinite(piece[1]));
  if (odd !== undefined) throw damaged(place, `the score of ${short(odd[0])} is not a number`);
  if (unknown === undefined || unknown === null) return;
  if (Number.isSafeInteger(unknown) && Number(unknown) >= 0 && Number(unknown) < vocab.length) return;
  throw damaged(place, `unk_id is ${short(unknown)}, expected a whole number below ${vocab.length}`);
}
