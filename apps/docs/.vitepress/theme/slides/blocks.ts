import { textOf } from "./condense.ts";
import type { Block, BlockKind } from "./plan.ts";
import { columnsOf, leads } from "./sentences.ts";

/** Letters in a line of a slide of 1280 px. */
const lineColumns = 92;

/** The blocks of a chapter: the children of its content, as they are rendered. */
export function blocksOf(elements: readonly Element[]): Block[] {
  return elements.map((element, i) => {
    const kind = kindOf(element, elements[i + 1]);
    const text = kind === "text" ? textOf(element) : "";
    return { kind, lines: linesOf(element, kind), leads: leads(text) };
  });
}

function kindOf(element: Element, next: Element | undefined): BlockKind {
  const is = (selector: string): boolean => element.matches(selector);
  if (is(".no-slides")) return "skip";
  if (is("h1, h2, h3")) return "heading";
  if (is(".live-figure")) return "figure";
  if (is(".exercise")) return "task";
  if (is(".language-txt")) return "output";
  if (is("[class*=language-], .vp-code-group")) return "code";
  // Answers follow their questions; other details are records.
  if (is("details")) return isAnswer(element) ? "answer" : "skip";
  if (is(".custom-block")) return "box";
  if (is("ol") && next?.matches("details")) return "question";
  if (is("ul, ol")) return "list";
  if (is("table, .vp-table")) return "table";
  if (is(".katex-block")) return "formula";
  return "text";
}

function isAnswer(details: Element): boolean {
  for (let before = details.previousElementSibling; before !== null; before = before.previousElementSibling) {
    if (before.matches("ol")) return true;
    if (before.matches("h1, h2, h3, details")) return false;
  }
  return false;
}

function linesOf(element: Element, kind: BlockKind): number {
  const breaking = (text: Element): number => Math.ceil(columnsOf(textOf(text)) / lineColumns);
  if (kind === "text") return breaking(element) + 0.5;
  if (kind === "list") return [...element.children].reduce((sum, item) => sum + breaking(item) + 0.25, 0);
  if (kind === "formula") return 1 + 1.5 * Math.max(1, element.querySelectorAll("mtr").length);
  return kind === "table" ? 1.3 * element.querySelectorAll("tr").length : 1;
}

/** The lines of a code block, of a group those of the block in front. */
export function shownLines(code: Element): readonly Element[] {
  return [...(code.querySelector(".blocks > .active") ?? code).querySelectorAll(".line")];
}
