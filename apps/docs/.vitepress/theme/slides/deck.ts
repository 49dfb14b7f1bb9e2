import { blocksOf, shownLines } from "./blocks.ts";
import { cut, textOf } from "./condense.ts";
import { planSlides, type Slide } from "./plan.ts";
import { cutOf } from "./sentences.ts";

/** So many columns of output fit beside a program. */
const outputColumns = 50;
/** Longer programs are set in two columns. */
const programLines = 22;

const codesWithin = ":scope > .vp-code-group, :scope > [class*=language-]";

/** Turns the content of a chapter into slides, one section each, and returns them. The elements move, figures stay live. */
export function makeDeck(
  content: HTMLElement,
  label: (number: number, count: number) => string,
): HTMLElement[] {
  shorten([...content.children]);
  const elements = [...content.children];
  const slides = planSlides(blocksOf(elements));
  const titled = new Set<number>();
  const sections = slides.map((slide, i) => {
    const section = document.createElement("section");
    section.className = `slide slide-of-${slide.kind}`;
    section.tabIndex = -1;
    section.hidden = true;
    section.setAttribute("role", "group");
    section.setAttribute("aria-label", label(i + 1, slides.length));
    section.append(titleOf(slide, elements, titled), bodyOf(slide, elements));
    return section;
  });
  content.replaceChildren(...sections);
  content.classList.add("slide-deck");
  return sections;
}

/** Leaves the first sentences of each paragraph before the exercises. */
function shorten(elements: readonly Element[]): void {
  const exercises = elements.findIndex(
    (element, i) => element.matches("ol") && elements[i + 1]?.matches("details"),
  );
  for (const paragraph of elements.slice(0, exercises < 0 ? undefined : exercises)) {
    const part = paragraph.matches("p:not(.katex-block, .exercise)") ? cutOf(textOf(paragraph)) : null;
    if (part !== null) cut(paragraph, part);
  }
}

/** Each slide has its section's heading, of which the first has the address, or a box's title. */
function titleOf(slide: Slide, elements: readonly Element[], titled: Set<number>): HTMLElement {
  const heading = elements[slide.heading]!;
  const title = document.createElement("h1");
  title.className = "slide-title";
  const box = slide.kind === "mistake" ? elements[slide.blocks[0]!] : undefined;
  const source = box?.querySelector(":scope > .custom-block-title") ?? heading;
  title.append(...[...source.cloneNode(true).childNodes].filter((node) => !isAnchor(node)));
  if (source !== heading) source.remove();
  if (!titled.has(slide.heading)) title.id = heading.id;
  titled.add(slide.heading);
  return title;
}

function isAnchor(node: Node): boolean {
  return node instanceof Element && node.matches(".header-anchor");
}

/** Puts a figure beside its text, and a program beside its output if that is narrow. */
function bodyOf({ kind, blocks }: Slide, elements: readonly Element[]): HTMLElement {
  const parts = blocks.map((i) => elements[i]!);
  const isFigure = (part: Element): boolean => part.matches(".live-figure");
  const isCode = (part: Element): boolean => part.matches("[class*=language-], .vp-code-group");
  const isOutput = (part: Element): boolean => part.matches(".language-txt");
  if (kind === "figure") {
    const [figures, texts] = [parts.filter(isFigure), parts.filter((part) => !isFigure(part))];
    return boxOf("slide-body slide-figure", boxOf("slide-shown", ...figures), boxOf("slide-said", ...texts));
  }
  const output = parts.filter(isOutput);
  const programs = parts.filter((part) => isCode(part) && !isOutput(part));
  const narrow = kind === "program" && output.every(isNarrow);
  // The stacked blocks of code, those in boxes and answers too.
  const codes = parts.flatMap((part) => (isCode(part) ? [part] : [...part.querySelectorAll(codesWithin)]));
  const long = linesOf(narrow ? programs : codes) > programLines;
  if (long)
    for (const code of codes) code.classList.toggle("slide-columns", !isOutput(code) && linesOf([code]) > 10);
  if (kind !== "program" || output.length === 0 || !narrow || long) return boxOf("slide-body", ...parts);
  const first = parts.findIndex(isCode);
  const pair = boxOf("slide-pair", boxOf("", ...programs), boxOf("", ...output));
  const texts = (from: number, to?: number): Element[] =>
    parts.slice(from, to).filter((part) => !isCode(part));
  return boxOf("slide-body", ...texts(0, first), pair, ...texts(first));
}

function boxOf(name: string, ...children: readonly Element[]): HTMLElement {
  const box = document.createElement("div");
  box.className = name;
  box.append(...children);
  return box;
}

function linesOf(codes: readonly Element[]): number {
  return codes.reduce((sum, code) => sum + shownLines(code).length, 0);
}

function isNarrow(output: Element): boolean {
  return shownLines(output).every((line) => (line.textContent?.length ?? 0) <= outputColumns);
}
