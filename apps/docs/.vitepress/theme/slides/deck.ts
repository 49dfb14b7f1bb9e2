import { blocksOf, shownLines } from "./blocks.ts";
import { cut, textOf } from "./condense.ts";
import { planSlides, type Slide } from "./plan.ts";
import { cutOf } from "./sentences.ts";

/** So many columns of output fit beside a program. */
const outputColumns = 50;
const codes = "[class*=language-], .vp-code-group";

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
  if (kind === "figure") {
    const isFigure = (part: Element): boolean => part.matches(".live-figure");
    const texts = parts.filter((part) => !isFigure(part));
    const figure = boxOf("slide-shown", ...parts.filter(isFigure));
    return boxOf("slide-body slide-figure", figure, boxOf("slide-said", ...texts));
  }
  const isOutput = (part: Element): boolean => part.matches(".language-txt");
  const output = parts.filter(isOutput);
  const programs = parts.filter((part) => part.matches(codes) && !isOutput(part));
  if (kind !== "program" || output.length === 0 || !output.every(isNarrow))
    return boxOf("slide-body", ...parts);
  const first = parts.findIndex((part) => part.matches(codes));
  const pair = boxOf("slide-pair", boxOf("", ...programs), boxOf("", ...output));
  const texts = parts.slice(first).filter((part) => !part.matches(codes));
  return boxOf("slide-body", ...parts.slice(0, first), pair, ...texts);
}

function boxOf(name: string, ...children: readonly Element[]): HTMLElement {
  const box = document.createElement("div");
  box.className = name;
  box.append(...children);
  return box;
}

function isNarrow(output: Element): boolean {
  return shownLines(output).every((line) => (line.textContent?.length ?? 0) <= outputColumns);
}
