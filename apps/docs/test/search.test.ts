import { describe, expect, test } from "vitest";
import { sectionsOf } from "../.vitepress/reference/search.ts";
import { indexOf } from "../.vitepress/search/build.ts";
import engine, { search } from "../.vitepress/search/engine.ts";
import { type Section, split } from "../.vitepress/search/sections.ts";
import { phraseOf, stem, termsOf } from "../.vitepress/search/terms.ts";

function found(sections: readonly Partial<Section>[], question: string): readonly string[] {
  const full = sections.map((one) => ({ id: "", title: "", titles: [], text: "", keywords: "", ...one }));
  return engine
    .loadJSON(JSON.stringify(indexOf(full)))
    .search(question)
    .map(({ id }) => id);
}

describe("terms", () => {
  test.each([
    ["masks", "masking", "masked", "mask"],
    ["losses", "loss"],
    ["biases", "bias"],
    ["queries", "query"],
    ["scaling", "scaled", "scales"],
    ["embeddings", "embedding", "embed"],
    ["normalisation", "normalization", "normalized"],
    ["translate", "translation"],
    ["matrices", "matrix"],
  ])("are the same for the forms of a word: %s", (...forms) => {
    expect(new Set(forms.map(stem)).size).toBe(1);
  });

  test.each(["loss", "bias", "axis", "nan", "string", "speed", "seed", "constructor"])(
    "leave %s alone",
    (word) => {
      expect(stem(word)).toBe(word);
    },
  );

  test("are the same for both spellings of a name, with the words of which it is made", () => {
    expect(termsOf("clip_grad_norm_")).toEqual(termsOf("clipGradNorm"));
    expect(termsOf("nn.MultiheadAttention")).toEqual(["nn", "multiheadattent", "multihead", "attent"]);
  });

  test("of Chinese are two neighbours each", () => {
    expect(termsOf("注意力的权重")).toEqual(["注意", "意力", "权重"]);
  });

  test.each([
    ["how does attention work", "what is attention?"],
    ["注意力是怎么工作的", "什么是注意力"],
    ["key query value", "query, key and value"],
  ])("of a question are its subject: %s", (one, other) => {
    expect(phraseOf(one)).toBe(phraseOf(other));
  });

  test("of a question are all of its words if it has no others, or if it is a name", () => {
    expect(found([{ id: "/where", title: "where" }], "np.where")).toEqual(["/where"]);
    expect(found([{ id: "/all", title: "all" }], "all")).toEqual(["/all"]);
  });
});

test('"nan" finds NaN, and no word that is like it', () => {
  const sections = [
    { id: "/own", title: "An op of your own", text: "A man can run an op." },
    { id: "/nan", title: "The loss is NaN", text: "Lower the learning rate." },
  ];
  expect(found(sections, "nan")).toEqual(["/nan"]);
});

test("a misspelled word finds what it is like", () => {
  expect(found([{ id: "/softmax", title: "Softmax" }], "sofmax")).toEqual(["/softmax"]);
});

test("the book comes before the guides, and the guides before the reference", () => {
  const pages = ["/reference/masks", "/guide/masks", "/book/masks"].map((id) => ({ id, title: "Masks" }));
  expect(found(pages, "masks")).toEqual(["/book/masks", "/guide/masks", "/reference/masks"]);
});

test("a name in a program finds its page before pages that use it", () => {
  const pages = [
    { id: "/book/masks", title: "Masks", text: "maskedFill" },
    { id: "/reference/tensor/maskedFill", title: "maskedFill" },
  ];
  expect(found(pages, "x.masked_fill")).toEqual(["/reference/tensor/maskedFill", "/book/masks"]);
});

test("the part after the last dot is the name", () => {
  const pages = ["loss", "item"].map((title) => ({ id: `/${title}`, title }));
  expect(found(pages, "loss.item()")).toEqual(["/item", "/loss"]);
});

test("other words for a thing find it", () => {
  expect(found([{ id: "/gradients", title: "Backpropagation" }], "backprop")).toEqual(["/gradients"]);
  expect(found([{ id: "/zh/guide/masks", title: "掩码" }], "遮罩")).toEqual(["/zh/guide/masks"]);
});

test("a page is shown once, by its best section, with its kind", () => {
  const index = indexOf(
    split(
      "/book/masks",
      '<h1>Masks <a href="#masks">#</a></h1>Text.<h2>Causal <a href="#causal">#</a></h2>A mask.',
      "",
    ),
  );
  expect(search(index, "causal mask")).toMatchObject([
    { id: "/book/masks#causal", title: "Causal", titles: ["Book", "Masks"] },
  ]);
});

test("what people ask for is found by a page's keywords, and a whole phrase before its words", () => {
  const sections = [
    { id: "/book/a", title: "Scores", keywords: "attention, how attention works" },
    { id: "/book/b", title: "Fast attention", keywords: "flash attention" },
  ];
  expect(found(sections, "what is attention")).toEqual(["/book/a", "/book/b"]);
  expect(found(sections, "flash attention")[0]).toBe("/book/b");
});

test("a name of the public API comes before the same name of an authors' entry", () => {
  const page = (entry: string, text: string): readonly Section[] => {
    const link = { text: "", link: "/" };
    const path = entry.slice(1);
    const texts = { path, title: "softmax", entry, description: "", group: "", markdown: text };
    return sectionsOf({ ...texts, previous: link, next: link }, "reference");
  };
  const sections = [
    ...page("@saccade/tensor/backend", "softmax softmax softmax"),
    ...page("@saccade/tensor", "a longer text in which the word softmax stands once"),
  ];
  expect(found(sections, "softmax")).toEqual([
    "/reference/saccade/tensor",
    "/reference/saccade/tensor/backend",
  ]);
});
