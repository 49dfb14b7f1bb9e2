import { damaged, isPart, type Part, type Place, refuse } from "./parts.ts";

const kinds: readonly string[] = ["BPE", "WordPiece", "Unigram"];

/**
 * The model of a tokenizer.json with its kind, which files from before 2021 leave out, and its defaults.
 *
 * @throws PretrainedError for a kind that is not known, an option that is not supported, or an incomplete model
 */
export function exactModel(file: string, model: unknown): Part {
  const place = `${file}: model`;
  if (!isPart(model)) refuseKind(file, undefined);
  const type = model["type"] ?? kindOf(model);
  if (typeof type !== "string" || !kinds.includes(type)) refuseKind(file, type);
  if (type === "Unigram") return unigram({ ...model, type }, place);
  if (!isPart(model["vocab"])) throw damaged(place, "vocab is missing, expected an object of tokens and ids");
  return type === "BPE" ? bpe({ ...model, type }, place) : wordPiece({ ...model, type });
}

function kindOf({ vocab, merges, continuing_subword_prefix: prefix }: Part): string | undefined {
  if (Array.isArray(vocab)) return "Unigram";
  if (Array.isArray(merges)) return "BPE";
  return isPart(vocab) && typeof prefix === "string" ? "WordPiece" : undefined;
}

function refuseKind(file: string, type: unknown): never {
  const kind =
    type === undefined ? "it has no model.type" : `it is of kind ${JSON.stringify(type)} (model.type)`;
  return refuse(file, `${kind}, which is not supported; supported: ${kinds.join(", ")}`);
}

function wordPiece(model: Part): Part {
  return { unk_token: "[UNK]", continuing_subword_prefix: "##", max_input_chars_per_word: 100, ...model };
}

function unigram(model: Part, place: Place): Part {
  const { vocab } = model;
  const isPiece = (one: unknown): boolean =>
    Array.isArray(one) && typeof one[0] === "string" && typeof one[1] === "number";
  if (!Array.isArray(vocab) || vocab.length === 0 || !vocab.every(isPiece))
    throw damaged(place, 'vocab must be a list of pieces with their scores, such as ["▁the", -3.2]');
  if (model["byte_fallback"] === true)
    refuse(place, "byte_fallback is true, which is not supported for Unigram; supported: false");
  return model;
}

function bpe(model: Part, place: Place): Part {
  const { vocab, merges, dropout, continuing_subword_prefix: prefix } = model;
  if (!Array.isArray(merges)) throw damaged(place, "merges is missing, expected a list");
  const unsupported = `continuing_subword_prefix is ${JSON.stringify(prefix)}, which is not supported`;
  if (typeof prefix === "string" && prefix !== "") refuse(place, `${unsupported}; supported: ""`);
  if (typeof dropout === "number" && dropout > 0)
    refuse(place, `dropout is ${dropout}, which gives other tokens each time; set it to null`);
  const tokens = new Set(Object.keys(Object(vocab)));
  // The library takes the form of the first for that of all.
  const pairs = merges.map((merge: unknown) => {
    const pair: unknown[] = typeof merge === "string" ? merge.split(" ") : Array.isArray(merge) ? merge : [];
    const [first, second] = pair;
    if (pair.length === 2 && typeof first === "string" && typeof second === "string") {
      if (tokens.has(first + second)) return [first, second];
    }
    const problem = `the merge ${JSON.stringify(merge)} does not give a token of vocab`;
    throw damaged(place, `${problem}, so the two are not of one model`);
  });
  return { ...model, merges: pairs };
}
