import type { Locator, Page } from "@playwright/test";
import { grammarSplit } from "@saccade/datasets";
import { expect, expectNoBarriers, expectNoOverflow, test } from "@saccade/e2e";
import { type Language, languages } from "../src/pages/opening/calls.ts";
import { examples } from "../src/pages/opening/examples.ts";

test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
});

const wordsOf = (page: Page, side: "source" | "target"): Locator =>
  page
    .locator(".translation-arcs g[lang]")
    .nth(side === "source" ? 0 : 1)
    .locator(".word");

/** Weights as the page names them, in percent: of each word of the translation on words of the sentence. */
async function namedWeights(page: Page): Promise<Map<string, number>[]> {
  const labels = await wordsOf(page, "target").evaluateAll((all) =>
    all.map((word) => word.getAttribute("aria-label") ?? ""),
  );
  return labels.map(
    (label) =>
      new Map(
        [...label.matchAll(/([^\s:,：，]+) (\d+) %/g)].map(([, word = "", part]) => [word, Number(part)]),
      ),
  );
}

for (const language of languages) {
  test(`en-${language}: content words have their weight on what they translate`, async ({ page }) => {
    await page.goto(`./#/opening?to=${language}`);
    const means: number[] = [];
    for (const [i, pair] of goldOf(language).entries()) {
      await page.locator(".examples button").nth(i).click();
      await expect(wordsOf(page, "target")).toHaveText([...pair.target]);
      const weights = await namedWeights(page);
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
}

test("translates into French for readers of English, and into Chinese for readers of Chinese", async ({
  page,
}) => {
  await page.goto("./");
  await expect(wordsOf(page, "target").first()).toHaveText("ce");
  await page.getByRole("button", { name: /中文/ }).click();
  await expect(wordsOf(page, "target").first()).toHaveText("农民");
  await page.goto("./?lang=zh");
  await expect(wordsOf(page, "target").first()).toHaveText("农民");
});

test("draws the attention of a word before the word, one word after the other, unless the reader wants less motion", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.goto("./");
  await expect(page.getByRole("button", { name: "Play again" })).toBeEnabled();
  await expect(wordsOf(page, "target")).toHaveCount(9);
  // After each change of the drawing: how many words have their arcs, and how many stand there.
  const moments = await page.evaluate(
    () =>
      new Promise<[number, number][]>((resolve) => {
        const seen: [number, number][] = [];
        const again = document.querySelector<HTMLButtonElement>(".opening-figure button");
        const words = (side: number): Element[] => [
          ...document.querySelectorAll(`.translation-arcs g[lang]:nth-of-type(${side}) .word`),
        ];
        new MutationObserver(() => {
          const paths = [...document.querySelectorAll(".translation-arcs .arcs path")];
          const ends = paths.map((path) => /([\d.]+) [\d.]+$/.exec(path.getAttribute("d") ?? "")?.[1]);
          const now: [number, number] = [new Set(ends).size, words(3).length];
          if (seen.at(-1)?.join() !== now.join()) seen.push(now);
          if (again?.disabled === false && now[1] === 9) resolve(seen);
        }).observe(document.querySelector(".opening-figure")!, {
          childList: true,
          subtree: true,
          attributes: true,
        });
        again?.click();
      }),
  );
  const start = moments.findIndex(([, said]) => said === 0);
  expect(moments.slice(start).length).toBeGreaterThan(9);
  for (const [read, said] of moments.slice(start)) {
    expect(read).toBeGreaterThanOrEqual(said);
    expect(read - said).toBeLessThanOrEqual(1);
  }
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.reload();
  await expect(wordsOf(page, "target")).toHaveCount(9);
});

test("a word that is pointed at or focused shows its weights, both ways", async ({ page }) => {
  await page.goto("./");
  const caption = page.locator(".opening-figure [role=status]");
  await wordsOf(page, "target").filter({ hasText: "noir" }).hover();
  await expect(caption).toContainText(/To write “noir”, the network read “black” \(\d+ %\)/);
  await expect(page.locator(".arcs path.lit")).toHaveCount(1);
  await wordsOf(page, "source").filter({ hasText: "bird" }).focus();
  await expect(caption).toContainText("“bird” was read to write “oiseau”");
});

const own = (page: Page): Locator => page.getByLabel("Or your own");

test("translates the reader's own words, and keeps them in the address", async ({ page }) => {
  await page.goto("./");
  await page.getByText("Words it knows", { exact: true }).click();
  await own(page).fill("the cat sees");
  for (const word of ["a", "red", "hat"]) await page.getByRole("button", { name: word, exact: true }).click();
  await expect(own(page)).toHaveValue("the cat sees a red hat .");
  await expect(wordsOf(page, "target")).toHaveText(["le", "chat", "voit", "un", "chapeau", "rouge", "."]);
  await expect(page).toHaveURL(/red\+hat/); // the address follows a little later
  await page.reload();
  await expect(wordsOf(page, "target")).toHaveText(["le", "chat", "voit", "un", "chapeau", "rouge", "."]);
});

for (const [text, unknown] of [
  ["I love you", ["love"]],
  ["The cats eat a ZEBRA.", ["zebra"]],
  ["J'aime 3 🐱 !", ["j'aime", "3", "🐱"]],
  ["我爱你", ["我爱你"]],
  ["<img src=x onerror=alert(1)> </s>", ["img", "src"]],
  ["x".repeat(5000), ["xxx"]],
] as const) {
  test(`names what it does not know of “${text.slice(0, 30)}” before it translates anything`, async ({
    page,
  }) => {
    await page.goto("./");
    await own(page).fill(text);
    const box = page.locator(".own .unknown");
    for (const word of unknown) await expect(box).toContainText(word);
    await expect(wordsOf(page, "target")).toHaveCount(0);
    await expect(page.locator(".opening-figure .unknown-word").first()).toBeVisible();
    await expect(page.locator(".opening-figure [role=status]")).toContainText("Not translated");
    await expectNoOverflow(page);
    await page.getByRole("button", { name: "Translate anyway" }).click();
    await expect(page.locator(".opening-figure [role=status]")).toContainText("A guess");
    await expect(page.getByRole("button", { name: "Translate anyway" })).toHaveCount(0);
    await expectNoBarriers(page);
  });
}

test("replaces an unknown word by the nearest, and draws and names how certain each word is", async ({
  page,
}) => {
  await page.goto("./");
  await own(page).fill("the catz sees a bird");
  await page.locator(".own .unknown").getByRole("button", { name: "cat", exact: true }).click();
  await expect(own(page)).toHaveValue("the cat sees a bird");
  await expect(page.locator(".own .unknown")).toBeEmpty();
  await expect(wordsOf(page, "target")).toHaveText(["le", "chat", "voit", "un", "oiseau", "."]);
  await own(page).fill("we want to help you");
  await expect(page.locator(".opening-figure [role=status]")).toContainText("it is not certain of “");
  const faint = page.locator(".translation-arcs g[lang=fr] .word:has(.doubt)").first();
  await expect(faint).toHaveAttribute("aria-label", /\(certainty \d+ %\)/);
});

test("a sentence without words, of punctuation or of nothing, translates nothing and breaks nothing", async ({
  page,
}) => {
  await page.goto("./");
  for (const text of ["?!", "…", " . ", "“”"]) {
    await own(page).fill(text);
    await expect(page.locator(".opening-figure [role=status]")).toContainText("no word to translate");
    await expect(wordsOf(page, "target")).toHaveCount(0);
  }
  await own(page).fill("");
  await expect(wordsOf(page, "target")).toHaveCount(9); // the example is back
});

test("the questions of Chinese readers are about the Chinese translation, and show it", async ({ page }) => {
  await page.goto("./?lang=zh");
  const questions = page.locator(".challenges li");
  await expect(questions).toHaveCount(3);
  await expect(page.locator(".challenges")).not.toContainText(/法语|oiseau|pas/);
  for (const question of await questions.all()) {
    await question.locator("fieldset button").first().click();
    await question.locator(":scope > button").click();
    await expect(page.locator(".translation-arcs g[lang=zh-CN] .word").first()).toBeVisible();
    await expect(page.locator(".opening-figure .arcs path.lit").first()).toBeVisible();
  }
});

test("shows sentence and translation above the fold of a laptop and of a phone", async ({ page }) => {
  for (const size of [
    { width: 1280, height: 800 },
    { width: 375, height: 812 },
  ]) {
    await page.setViewportSize(size);
    await page.goto("./");
    const box = await wordsOf(page, "target").last().boundingBox();
    expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan(size.height);
    await expectNoOverflow(page);
  }
  await expectNoBarriers(page);
});

/** The grammar's pair of each example, with the words that translate each other. */
function goldOf(language: Language): ReturnType<typeof grammarSplit>["test"] {
  const { test: unseen } = grammarSplit({
    languages: `en-${language}`,
    train: 8000,
    validation: 0,
    test: 900,
    seed: 0,
  });
  return examples[language].map((example) => {
    const found = unseen.find(({ source }) => source.join(" ") === example.replaceAll("'s", " 's"));
    if (found === undefined) throw new Error(`no held-out pair is "${example}"`);
    return found;
  });
}
