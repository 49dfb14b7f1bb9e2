import { isPart, type Part } from "./parts.ts";

// Chinese characters that take two UTF-16 units; the library looks at one unit at a time.
const wideChinese =
  "[\\u{20000}-\\u{2A6DF}\\u{2A700}-\\u{2B73F}\\u{2B740}-\\u{2B81F}\\u{2B920}-\\u{2CEAF}\\u{2F800}-\\u{2FA1F}]";

/**
 * Rewrites a normalizer so that @huggingface/tokenizers interprets it as Hugging Face's own program does. That program takes characters one by
 * one and knows white space as Unicode does.
 */
export function exactNormalizer(part: Part): Part {
  switch (part["type"]) {
    case "Replace":
      return exactReplace(part);
    case "Lowercase":
      return sequence(lowerSigma, part);
    case "Strip":
      return sequence(
        ...(part["strip_left"] === true ? [replace({ Regex: "\\A\\s+" }, "")] : []),
        ...(part["strip_right"] === true ? [replace({ Regex: "\\s+\\z" }, "")] : []),
      );
    case "BertNormalizer":
      return sequence(
        ...(part["handle_chinese_chars"] === false ? [] : [replace({ Regex: wideChinese }, " $& ")]),
        ...(part["lowercase"] === false ? [] : [lowerSigma]),
        part,
      );
    default:
      return part;
  }
}

/** The replacement is taken literally; JavaScript gives $ a meaning. */
export function exactReplace(part: Part): Part {
  const { content, pattern } = part;
  if (typeof content !== "string" || !isPart(pattern)) return part;
  return { ...part, content: content.replaceAll("$", "$$$$") };
}

function replace(pattern: Part, content: string): Part {
  return { type: "Replace", pattern, content };
}

// At a word's end, JavaScript takes ς.
const lowerSigma: Part = replace({ String: "Σ" }, "σ");

function sequence(...normalizers: readonly Part[]): Part {
  return { type: "Sequence", normalizers };
}
