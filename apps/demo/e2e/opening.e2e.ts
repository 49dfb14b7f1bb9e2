import type { Locator, Page } from "@playwright/test";
import { grammarSplit } from "@saccade/datasets";
import { expect, expectNoBarriers, expectNoOverflow, test } from "@saccade/e2e";
import { examples } from "../src/pages/opening/examples.ts";
import { type Language, languages } from "../src/pages/opening/languages.ts";

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

test("says the translation word by word, unless the reader wants less motion", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.goto("./");
  await expect(page.getByRole("button", { name: "Play again" })).toBeEnabled();
  await expect(wordsOf(page, "target")).toHaveCount(9);
  // How many words there are after each change of the drawing.
  const counts = await page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const seen: number[] = [];
        const again = document.querySelector<HTMLButtonElement>(".opening-figure button");
        new MutationObserver(() => {
          const count = document.querySelectorAll(".translation-arcs g[lang]:nth-of-type(3) .word").length;
          if (seen.at(-1) !== count) seen.push(count);
          if (again?.disabled === false && count === 9) resolve(seen);
        }).observe(document.querySelector(".opening-figure")!, {
          childList: true,
          subtree: true,
          attributes: true,
        });
        again?.click();
      }),
  );
  expect(counts.length).toBeGreaterThan(2);
  expect(counts).toEqual([...counts].sort((a, b) => a - b));
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

test("translates the reader's own words, names those it does not know, and keeps them in the address", async ({
  page,
}) => {
  await page.goto("./");
  await page.getByLabel("Or your own").fill("The cats eat a ZEBRA.");
  await expect(page.getByText("Not in its vocabulary: zebra.")).toBeVisible();
  await page.getByText("Words it knows", { exact: true }).click();
  await page.getByLabel("Or your own").fill("the cat sees");
  for (const word of ["a", "red", "hat"]) await page.getByRole("button", { name: word, exact: true }).click();
  await expect(page.getByLabel("Or your own")).toHaveValue("the cat sees a red hat .");
  await expect(wordsOf(page, "target")).toHaveText(["le", "chat", "voit", "un", "chapeau", "rouge", "."]);
  await expect(page).toHaveURL(/red\+hat/); // the address follows a little later
  await page.reload();
  await expect(wordsOf(page, "target")).toHaveText(["le", "chat", "voit", "un", "chapeau", "rouge", "."]);
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
