import type { Comment, CommentDisplayPart } from "typedoc";
import type { Places } from "./places.ts";

/** Plain text in Markdown that Vue, KaTeX and HTML leave alone. */
export function escape(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll("{{", "&#123;&#123;")
    .replaceAll(/[$*_[\]\\|]/g, "\\$&");
}

/** The text of a docstring. Its links lead to the pages of the reference. */
export function markdown(parts: readonly CommentDisplayPart[], places: Places): string {
  return parts
    .map((part) => {
      if (part.kind === "code") return part.text;
      if (part.kind === "text")
        return part.text.replaceAll("<", "&lt;").replaceAll("{{", "&#123;&#123;").replaceAll("$", "\\$");
      if (part.kind !== "inline-tag") return part.text;
      const { target, text } = part;
      if (typeof target === "string") return `[${text.trim()}](${target})`;
      const to = target !== undefined && "kind" in target ? places.linkTo(target) : null;
      return to === null ? `\`${text.trim()}\`` : `[\`${text.trim()}\`](${to})`;
    })
    .join("")
    .trim();
}

/** The description, what is thrown, and the examples. */
export function commentLines(comment: Comment | undefined, places: Places, summary = true): string[] {
  if (comment === undefined) return [];
  const lines = summary ? [markdown(comment.summary, places), ""] : [];
  const { blockTags } = comment;
  for (const { tag, content } of blockTags) {
    const text = markdown(content, places);
    if (tag === "@throws") lines.push(`**Throws** ${text}`, "");
    if (tag === "@returns") lines.push(`**Returns** ${text}`, "");
    if (tag === "@example") lines.push(text.startsWith("```") ? text : fence(text), "");
  }
  return lines;
}

export function fence(code: string): string {
  return `\`\`\`ts\n${code}\n\`\`\``;
}

/** The first sentence of a docstring, for lists. */
export function firstSentence(comment: Comment | undefined, places: Places): string {
  if (comment === undefined) return "";
  const text = markdown(comment.summary, places).split(/\n\n/)[0]!.replaceAll(/\s+/g, " ");
  const end = /[.:](?= [A-Z(`[])/.exec(text);
  const sentence = end === null ? text : text.slice(0, end.index + 1);
  return sentence.replace(/:$/, ".").replaceAll("|", "\\|");
}
