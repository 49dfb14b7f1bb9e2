import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { readingOrder } from "./pages.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The contents of llms.txt: every English page in the reader's order, with what it is about. */
export function contents(): string {
  const parts = readingOrder.map(({ text, items = [] }) => {
    const pages = items.map(({ text, link }) => {
      const about = descriptionOf(readFileSync(`${root}${link}.md`, "utf8"));
      return `- [${text}](${link}.md): ${about}`;
    });
    return [`### ${text}`, "", ...pages, ""].join("\n");
  });
  return parts.join("\n");
}

/** A page's description: that of its front matter, or the sentences with which it begins. */
export function descriptionOf(markdown: string): string {
  const [, front = "", body = markdown] = /^(?<!\n)---\n(.*?)^---\n(.*)/ms.exec(markdown) ?? [];
  const given = /^description: *"?(.*?)"?$/m.exec(front)?.[1];
  if (given !== undefined) return given;
  const first = body
    .replaceAll(/^(```|:::).*?^\1$/gms, "")
    .split(/\n{2,}/)
    .find((block) => /^[^#<|:\-!\s]/.test(block));
  const text = (first ?? "")
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/\*\*|\*(?=\w)|(?<=\w)\*/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
  return sentences(text);
}

/** The sentences at the beginning of a text that say enough. */
function sentences(text: string): string {
  const ends = Array.from(text.matchAll(/[.?!:](?= |$)/g), ({ index }) => index + 1);
  const end = ends.find((at) => at >= 80) ?? text.length;
  return text.slice(0, end).replace(/:$/, ".");
}
