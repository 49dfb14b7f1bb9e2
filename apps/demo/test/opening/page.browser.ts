import { grammarSplit } from "@saccade/datasets";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { examples, type Language, languages } from "../../src/pages/opening/calls.ts";
import {
  all,
  button,
  css,
  expectAddress,
  expectCount,
  expectNoBarriers,
  expectNoOverflow,
  field,
  focus,
  media,
  open,
  reopen,
  text,
  texts,
  windowOf,
} from "../shown.ts";

type Side = "source" | "target";
const side = (of: Side): string =>
  `.translation-arcs ${of === "source" ? "g[lang=en]" : "g[lang]:not([lang=en])"}`;
const words = (of: Side): string[] => texts(`${side(of)} .word`);
const expectTarget = (expected: readonly string[]): Promise<void> =>
  expect.poll(() => words("target")).toEqual(expected);
const word = (of: Side, hasText: string) => css(`${side(of)} .word`).filter({ hasText });
const own = field(/^Or your own/);
const said = css(".opening-figure [role=status]");

/** Weights as the page names them, in percent: of each word of the translation on words of the sentence. */
function namedWeights(): Map<string, number>[] {
  return all(`${side("target")} .word`).map((word) => {
    const label = word.getAttribute("aria-label") ?? "";
    const parts = [...label.matchAll(/([^\s:,：，]+) (\d+) %/g)];
    return new Map(parts.map(([, word = "", part]) => [word, Number(part)]));
  });
}

test.each(languages)("en-%s: content words have their weight on what they translate", async (language) => {
  await open(`#/opening?to=${language}`);
  const means: number[] = [];
  for (const [i, pair] of goldOf(language).entries()) {
    await css(".examples button").nth(i).click();
    await expectTarget(pair.target);
    const weights = namedWeights();
    // A word that occurs twice is named twice; its parts add up to what is on that word.
    const own = pair.sure
      .filter(([t]) => pair.content[t])
      .map(([t, s]) => weights[t]?.get(pair.source[s] ?? "") ?? 0);
    expect(own.length).toBeGreaterThan(1);
    for (const weight of own) expect(weight, pair.source.join(" ")).toBeGreaterThanOrEqual(50);
    means.push(own.reduce((a, b) => a + b, 0) / own.length);
  }
  expect(means.reduce((a, b) => a + b, 0) / means.length).toBeGreaterThanOrEqual(75);
});

test("translates into French for readers of English, and into Chinese for readers of Chinese", async () => {
  await open("#/");
  await expect.poll(() => words("target")[0]).toBe("ce");
  await button(/中文/).click();
  await expect.poll(() => words("target")[0]).toBe("孩子");
  await open("#/?lang=zh");
  await expect.poll(() => words("target")[0]).toBe("孩子");
});

test("draws the attention of a word before the word, one word after the other, unless the reader wants less motion", async () => {
  await media({ reducedMotion: "no-preference" });
  await open("#/");
  await expect.element(button(/Play again/)).toBeEnabled();
  await expect.poll(() => words("target").length).toBe(6);
  // After each change of the drawing: how many words have their arcs, and how many words there are.
  const seen: [read: number, said: number][] = [];
  const observer = new MutationObserver(() => {
    const ends = all(".translation-arcs .arcs path").map(
      (path) => /([\d.]+) [\d.]+$/.exec(path.getAttribute("d") ?? "")?.[1],
    );
    seen.push([new Set(ends).size, words("target").length]);
  });
  observer.observe(css(".opening-figure").element(), { childList: true, subtree: true, attributes: true });
  await button(/Play again/).click();
  await vi.waitUntil(() => seen.some(([, said]) => said === 0) && seen.at(-1)?.[1] === 6, 30_000);
  observer.disconnect();
  const played = seen.slice(seen.findIndex(([, said]) => said === 0));
  expect(new Set(played.map(String)).size).toBeGreaterThan(6);
  for (const [read, said] of played) {
    expect(read).toBeGreaterThanOrEqual(said);
    expect(read - said).toBeLessThanOrEqual(1);
  }
});

test("a word that is pointed at or focused shows its weights, both ways", async () => {
  await open("#/?example=2");
  await word("target", "noir").hover();
  await expect.element(said).toHaveTextContent(/To write “noir”, the network read “black” \(\d+ %\)/);
  await expectCount(".arcs path.lit", 1);
  await focus(word("source", "bird"));
  await expect.element(said).toHaveTextContent("“bird” was read to write “oiseau”");
});

test("translates the reader's own words, and keeps them in the address", async () => {
  await open("#/");
  await page.getByText("Words it knows", { exact: true }).click();
  await own.fill("the cat sees");
  for (const name of ["a", "red", "hat"]) await button(name).click();
  await expect.element(own).toHaveValue("the cat sees a red hat .");
  const translation = ["le", "chat", "voit", "un", "chapeau", "rouge", "."];
  await expectTarget(translation);
  await expectAddress(/red\+hat/);
  await reopen();
  await expectTarget(translation);
});

for (const [given, unknown] of [
  ["I love you", ["love"]],
  ["The cats eat a ZEBRA.", ["zebra"]],
  ["J'aime 3 🐱 !", ["j'aime", "3", "🐱"]],
  ["我爱你", ["我爱你"]],
  ["<img src=x onerror=alert(1)> </s>", ["img", "src"]],
  ["x".repeat(5000), ["xxx"]],
] as const) {
  test(`names what it does not know of “${given.slice(0, 30)}”, and calls its translation a guess`, async () => {
    withoutNetwork();
    await open("#/");
    await own.fill(given);
    for (const word of unknown) await expect.element(css(".own .unknown")).toHaveTextContent(word);
    await expect.element(said).toHaveTextContent("A guess");
    expect(all(".opening-figure .unknown-word").length).toBeGreaterThan(0);
    await expectNoOverflow();
  });
}

test("marks a whole translation as uncertain: words may be missing, and no faint word shows that", async () => {
  await open("#/?lang=en&example=3");
  await expect
    .element(said)
    .toHaveTextContent(/As a whole it is uncertain: 5\d %\. Words may be wrong or missing\./);
  await open("#/?lang=en&example=4");
  await expect.element(said).toHaveTextContent("Point at a word");
});

test("replaces an unknown word by the nearest, and draws and names how certain each word is", async () => {
  withoutNetwork();
  await open("#/");
  await own.fill("the catz sees a bird");
  await css(".own .unknown").getByRole("button", { name: "cat", exact: true }).click();
  await expect.element(own).toHaveValue("the cat sees a bird");
  await expectCount(".own .unknown", 0);
  await expectTarget(["le", "chat", "voit", "un", "oiseau", "."]);
  await own.fill("we want to help you");
  await expect.element(said).toHaveTextContent("it is not certain of “");
  const faint = all(".translation-arcs g[lang=fr] .word:has(.doubt)");
  expect(faint[0]?.getAttribute("aria-label")).toMatch(/\(certainty \d+ %\)/);
  await expectNoBarriers();
});

test("a sentence without words, of punctuation or of nothing, translates nothing and breaks nothing", async () => {
  await open("#/");
  for (const given of ["?!", "…", " . ", "“”"]) {
    await own.fill(given);
    await expect.element(said).toHaveTextContent("no word to translate");
    await expectTarget([]);
  }
  await own.fill("");
  await expect.poll(() => words("target").length).toBe(6); // the example is back
});

test("the questions of Chinese readers are about the Chinese translation, and show it", async () => {
  await open("#/?lang=zh");
  await expectCount(".challenges li", 3);
  expect(text(".challenges")).not.toMatch(/法语|oiseau|pas/);
  for (const question of css(".challenges li").all()) {
    await question.css("fieldset button").first().click();
    await question.getByRole("button").last().click();
    await expect.element(css(".translation-arcs g[lang=zh-CN] .word").first()).toBeVisible();
    await expect.element(css(".opening-figure .arcs path.lit").first()).toBeVisible();
  }
});

test("asks, lets the reader predict, and reveals", async () => {
  await open("#/");
  const first = css(".challenges li").first();
  await first.getByRole("button", { name: /same place/ }).click();
  await expect.element(first.getByRole("status")).toHaveTextContent("Not quite.");
  await first.getByRole("button", { name: "Show me" }).click();
  await expect.element(said).toHaveTextContent("To write “noir”");
  await first.getByRole("button", { name: /same meaning/ }).click();
  await expect.element(first.getByRole("status")).toHaveTextContent("Right.");
});

test.each([
  [1280, 800],
  [375, 812],
])("shows sentence and translation above the fold of %i × %i", async (width, height) => {
  await windowOf(width, height);
  await open("#/");
  await expect.poll(() => words("target").length).toBe(6);
  for (const one of all(".translation-arcs .word")) {
    expect(one.getBoundingClientRect().bottom).toBeLessThan(height);
  }
});

/** The file of the larger model does not come. */
const withoutNetwork = () => vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("no network"));

/** The grammar's pair of each example, with the words that translate each other. */
function goldOf(language: Language): ReturnType<typeof grammarSplit>["test"] {
  const sizes = { train: 8000, validation: 0, test: 900, seed: 0 };
  const { test: unseen } = grammarSplit({ languages: `en-${language}`, ...sizes });
  return examples[language].map((example) => {
    const found = unseen.find(({ source }) => source.join(" ") === example.replaceAll("'s", " 's"));
    if (found === undefined) throw new Error(`no held-out pair is "${example}"`);
    return found;
  });
}
