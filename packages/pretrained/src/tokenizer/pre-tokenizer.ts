import { type Part, type Place, refuse } from "./limits.ts";

// \w as Hugging Face's program reads it, which differs from \w in the files' patterns.
const word = "\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\p{Join_Control}";
const punctuation = "\\p{P}!-/:-@\\[-`{-~";
// Radford et al. 2019.
const gpt2Words = "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+";

/**
 * Rewrites a pre-tokenizer so that @huggingface/tokenizers interprets it as Hugging Face's own program does. Where it takes another
 * part for the same, such as Isolated for every behavior of a split, the pieces are described by one regular expression.
 */
export function exactPreTokenizer(part: Part, place: Place): Part {
  switch (part["type"]) {
    case "Split":
      return exactSplit(part, place);
    case "Whitespace":
      return pieces(`[${word}]+|[^${word}\\s]+`);
    case "WhitespaceSplit":
      return pieces("\\S+");
    case "BertPreTokenizer":
      return pieces(`[^\\s${punctuation}]+|[${punctuation}]`);
    case "ByteLevel":
      if (part["use_regex"] === false || part["add_prefix_space"] === true) return part;
      return sequence(isolated(gpt2Words), { ...part, use_regex: false });
    case "Digits":
      return isolated(part["individual_digits"] === true ? "\\p{N}" : "\\p{N}+");
    case "Punctuation": {
      const pattern = { Regex: `[${punctuation}]` };
      return exactSplit({ type: "Split", pattern, behavior: part["behavior"] ?? "Isolated" }, place);
    }
    case "Metaspace":
      return exactMetaspace(part);
    default:
      return part;
  }
}

/** Older files use a flag for whether to prepend a space to the text. */
export function prependScheme({ prepend_scheme: scheme, add_prefix_space: flag }: Part): unknown {
  return scheme ?? (flag === false ? "never" : "always");
}

function exactMetaspace(part: Part): Part {
  const whole = { ...part, prepend_scheme: prependScheme(part) };
  const { replacement = "▁", split = true } = part;
  if (split === false || typeof replacement !== "string") return whole;
  const pattern = { String: replacement };
  return sequence(whole, exactSplit({ pattern, behavior: "MergedWithNext" }, ""));
}

function sequence(...pretokenizers: readonly Part[]): Part {
  return { type: "Sequence", pretokenizers };
}

function exactSplit(part: Part, place: Place): Part {
  const { Regex: regex, String: text }: { Regex?: unknown; String?: unknown } = Object(part["pattern"]);
  const source = typeof text === "string" ? text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&") : regex;
  if (typeof source !== "string")
    refuse(`${place}.pattern`, `${JSON.stringify(part["pattern"])} is neither a String nor a Regex`);
  const { behavior, invert = false } = part;
  if (behavior === "Isolated") return isolated(source);
  if (behavior === "Removed") return pieces(invert === true ? source : outside(source));
  if (invert !== true) {
    if (behavior === "Contiguous") return pieces(`(?:${source})+|${outside(source)}`);
    if (behavior === "MergedWithPrevious") return pieces(`[\\s\\S]*?(?:${source})|[\\s\\S]+`);
    if (behavior === "MergedWithNext")
      return pieces(`(?:${source})(?:(?!${source})[\\s\\S])*|${outside(source)}`);
  }
  return refuse(
    place,
    `behavior ${JSON.stringify(behavior)}${invert === true ? " with invert" : ""} is not supported; supported: Isolated, Removed, ` +
      "and without invert Contiguous, MergedWithPrevious, MergedWithNext",
  );
}

function outside(source: string): string {
  return `(?:(?!${source})[\\s\\S])+`;
}

/** Keeps only the matches. */
function pieces(source: string): Part {
  return { type: "Split", pattern: { Regex: source }, behavior: "Removed", invert: true };
}

/** Keeps the matches and the text between them. */
function isolated(source: string): Part {
  return { type: "Split", pattern: { Regex: source }, behavior: "Isolated", invert: false };
}
