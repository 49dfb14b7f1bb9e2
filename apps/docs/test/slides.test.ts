import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { slidesAddress } from "../.vitepress/slides-address.ts";
import { type Block, type BlockKind, planSlides } from "../.vitepress/theme/slides/plan.ts";
import { columnsOf, cutOf, leads, sentenceEnds } from "../.vitepress/theme/slides/sentences.ts";

const block = (kind: BlockKind, lines = 2, leads = false): Block => ({ kind, lines, leads });
const heading = block("heading", 1);
const intro = block("text", 5);

/** A plan in words: the kind of each slide, and the kinds of its blocks. */
function plan(...blocks: readonly Block[]): string[] {
  const all = [heading, intro, ...blocks];
  return planSlides(all).map(({ kind, blocks }) =>
    `${kind}: ${blocks.map((i) => all[i]!.kind).join(" ")}`.trim(),
  );
}

describe("planSlides", () => {
  it("begins with the title and the introduction", () => {
    expect(plan()).toEqual(["title: text"]);
  });

  it("shows the introduction alone, and what leads to a table with it", () => {
    const lead = block("text", 2, true);
    expect(plan(lead, block("table"))).toEqual(["title: text", "text: text table"]);
    expect(plan(block("table"))).toEqual(["title: text", "text: table"]);
  });

  it("gives each figure a slide of its own, with the text that leads to it and the one that follows", () => {
    expect(plan(block("figure"), block("text"), heading, block("text", 2, true), block("figure"))).toEqual([
      "title: text",
      "figure: figure text",
      "figure: text figure",
    ]);
  });

  it("shows a program with its output, and begins a slide after each output", () => {
    const pair = [block("code"), block("output")];
    expect(plan(heading, block("text", 2, true), block("code"), ...pair, ...pair, block("text"))).toEqual([
      "title: text",
      "program: text code code output",
      "program: code output text",
    ]);
  });

  it("shows a warning and what the text says about it", () => {
    expect(plan(heading, block("box"), block("text"))).toEqual(["title: text", "mistake: box text"]);
  });

  it("gives each exercise a slide with its answer, and one to those that are checked", () => {
    const exercise = [block("question"), block("answer")];
    expect(plan(heading, ...exercise, ...exercise, block("task"), block("task"))).toEqual([
      "title: text",
      "exercise: question answer",
      "exercise: question answer",
      "exercise: task task",
    ]);
  });

  it("keeps a formula with the text before it when a slide is full", () => {
    expect(plan(heading, block("text", 9), block("text", 3, true), block("formula", 3))).toEqual([
      "title: text",
      "text: text",
      "text: text formula",
    ]);
  });

  it("shows every block once, in its order, but those that are left out", () => {
    const kinds = "heading text list formula table figure code output box question answer task skip";
    const blocks = fc.record({
      kind: fc.constantFrom(...(kinds.split(" ") as BlockKind[])),
      lines: fc.double({ min: 0, max: 20, noNaN: true }),
      leads: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(blocks), (rest) => {
        const all: Block[] = [heading, ...rest];
        const slides = planSlides(all);
        const shown = all.flatMap(({ kind }, i) => (kind === "heading" || kind === "skip" ? [] : [i]));
        expect(slides.flatMap((slide) => slide.blocks)).toEqual(shown);
        expect(slides[0]?.kind).toBe("title");
        for (const { kind, heading, blocks } of slides) {
          expect(all[heading]?.kind).toBe("heading");
          expect(blocks.every((i) => i > heading)).toBe(true);
          expect(blocks.filter((i) => all[i]!.kind === "figure")).toHaveLength(kind === "figure" ? 1 : 0);
          if (kind === "mistake") expect(all[blocks[0]!]!.kind).toBe("box");
        }
      }),
    );
  });
});

describe("sentences", () => {
  const sentences = (text: string): string[] =>
    sentenceEnds(text).map((end, i, all) => text.slice(all[i - 1] ?? 0, end).trim());

  it.each([
    ["One. Two? Three!", ["One.", "Two?", "Three!"]],
    ["Vaswani et al. (2017) say so. It holds.", ["Vaswani et al. (2017) say so.", "It holds."]],
    [
      "It is 0.99 (see G. Hinton et al. 2015. p. 3). Then.",
      ["It is 0.99 (see G. Hinton et al. 2015. p. 3).", "Then."],
    ],
    ["He asked \u201cwhy?\u201d Nobody knew", ["He asked \u201cwhy?\u201d", "Nobody knew"]],
    ["第一句。第二句？第三句：", ["第一句。", "第二句？", "第三句："]],
  ])("%s", (text, expected) => {
    expect(sentences(text)).toEqual(expected);
  });

  const long = "This sentence has about forty columns, no more. ".repeat(9).trim();

  it("cuts a long paragraph after the sentences that fit", () => {
    const cut = cutOf(long)!;
    expect(cut.to).toBe(long.length);
    expect(long.slice(0, cut.from)).toMatch(/more\.$/);
    expect(columnsOf(long.slice(0, cut.from))).toBeLessThanOrEqual(260);
    expect(cutOf("Short. Two sentences.")).toBeNull();
  });

  it("keeps a last sentence that leads to the next block", () => {
    const text = `${long} Here is the program:`;
    const cut = cutOf(text)!;
    expect(text.slice(0, cut.from) + text.slice(cut.to)).toMatch(/more\. Here is the program:$/);
    expect(leads(text)).toBe(true);
  });

  it("keeps a sentence that is longer than a slide's part", () => {
    const one = `${"word ".repeat(80)}ends. Then more.`;
    expect(one.slice(0, cutOf(one)!.from)).toMatch(/ends\.$/);
  });
});

it("a page of the book with ?slides is shown as slides", () => {
  const wanted = ["/book/bias?slides", "/zh/book/bias?a=b&slides", "/book/bias.html?slides="];
  const others = ["/book/bias", "/book/bias?slideshow", "/guide/teaching?slides", "/book/bias?x=slides"];
  expect(wanted.filter((address) => !slidesAddress.test(address))).toEqual([]);
  expect(others.filter((address) => slidesAddress.test(address))).toEqual([]);
});
