import type { Comment, CommentDisplayPart } from "typedoc";
import type { Places } from "./places.ts";
import { words } from "./words.ts";

/** Plain text in Markdown, escaped for Vue, KaTeX and HTML. */
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

/** The texts of a tag of a docstring. */
export function tagTexts(comment: Comment | undefined, tag: `@${string}`, places: Places): string[] {
  return (comment?.getTags(tag) ?? []).map(({ content }) => markdown(content, places));
}

/** The examples of a docstring, as blocks of code. */
export function exampleLines(comment: Comment | undefined, places: Places): string[] {
  return tagTexts(comment, "@example", places).flatMap((text) => [
    text.startsWith("```") ? text : fence(text),
    "",
  ]);
}

/** The whole docstring in short, for a row of a table. */
export function rowText(comments: readonly Comment[], places: Places): string {
  return comments
    .flatMap((comment) => [
      markdown(comment.summary, places),
      ...tagTexts(comment, "@returns", places),
      ...tagTexts(comment, "@throws", places).map((text) => `**${words.throws[places.lang]}** ${text}`),
    ])
    .join(" ")
    .replaceAll(/\s+/g, " ")
    .replaceAll("|", "\\|");
}

/** Code in a row of a table. */
export function inlineCode(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").replaceAll("|", "\\|");
  return line.includes("`") ? `\`\` ${line} \`\`` : `\`${line}\``;
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
