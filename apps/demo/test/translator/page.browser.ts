import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { start } from "../../src/pages/translator/shipped/start.ts";
import {
  all,
  button,
  css,
  expectAddress,
  expectCount,
  expectNoOverflow,
  field,
  focus,
  open,
  pointAway,
  press,
  pressAtOnce,
  reopen,
  text,
  texts,
  windowOf,
} from "../shown.ts";

const first = "ces petits oiseaux noirs ont mangé ces pommes .";
const { frames } = start.film;
const wordsOf = (epoch: number): string =>
  frames[epoch]!.translation.filter((word) => word !== "<eos>").join(" ");
const said = (): string => texts(".translation-arcs g[lang=fr] text").join(" ");
const sentence = field(/^English sentence/);
const scrubber = page.getByRole("slider", { name: "Epoch shown" });
const learning = css(".learning");
beforeEach(() => openTranslator());

async function openTranslator(query: string = ""): Promise<void> {
  await open(`#/translator${query}`);
  await expectCount(".challenges li", 3);
}

test("opens on a translation, its alignment, and what was measured on held-out sentences", async () => {
  expect(said()).toBe(first);
  expect(text(".accuracy-now")).toMatch(/^\d+ %$/);
  expect(text(".held-out")).toMatch(/^\d+ of 200 sentences that it never trained on/);
  await expectCount(".alignment tbody tr", 10);
  for (const row of all(".alignment tbody tr")) {
    const weights = [...row.querySelectorAll("td")].map((cell) => Number(cell.textContent));
    expect(weights.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 0);
  }
});

test.each([
  [1280, 800],
  [375, 812],
])("shows start, loss, accuracy and translation on one screen of %i × %i", async (width, height) => {
  await windowOf(width, height);
  await openTranslator();
  await expectNoOverflow();
  const parts = [
    button("Start").element(),
    ...[".loss-now", ".accuracy-now"].flatMap(all),
    ...["fr", "en"].map((lang) => all(`.translation-arcs g[lang=${lang}] text`).at(-1)!),
  ];
  expect(parts).toHaveLength(5);
  for (const part of parts) {
    const { top, bottom, right } = part.getBoundingClientRect();
    expect(top).toBeGreaterThanOrEqual(0);
    expect(bottom).toBeLessThanOrEqual(height);
    expect(right).toBeLessThanOrEqual(width);
  }
});

test("says of a translation that it is uncertain as a whole", async () => {
  await openTranslator();
  expect(text(".sentence .notes")).toBe("");
  await sentence.fill("my mother's friend found a small bird .");
  await expect
    .element(css(".sentence .notes"))
    .toHaveTextContent(/This translation is uncertain as a whole: [\d.]+ %\. Words may be wrong or missing/);
});

test("pointing at a word names what it attends to, and shows alternative words", async () => {
  const word = css(".translation-arcs g[lang=fr] .word").nth(2);
  await word.hover();
  await expect.element(word).toHaveAttribute("aria-label", expect.stringMatching(/^oiseaux: birds \d+ %/));
  await expect.element(css(".place")).toHaveTextContent("Word 3 of 10");
  await expectCount(".candidates li", 5);
  await css(".translation-arcs g[lang=fr] .word").nth(1).hover();
  await expect.element(css(".place")).toHaveTextContent("Word 2 of 10");
  await pointAway();
  const other = css(".candidates button").nth(1);
  const instead = (await other.findElement()).querySelector("span")?.textContent;
  await other.click();
  await expect.poll(() => said().split(" ")[1]).toBe(instead);
  await button("Restore its own translation").click();
  await expect.poll(said).toBe(first);
});

test("a sentence can be written by tapping words of the vocabulary alone", async () => {
  await sentence.fill("");
  await page.getByText("Words it knows", { exact: true }).click();
  for (const word of ["this", "cat", "is", "old"]) await button(word).click();
  await expect.element(sentence).toHaveValue("this cat is old .");
  await expectCount(".unknown", 0);
  await expect.poll(said).toMatch(/^ce chat /);
});

test("names an unknown word, says what to do, and replaces it", async () => {
  await sentence.fill("This ZEBRA is old. ");
  const unknown = css(".unknown");
  await expect.element(unknown).toHaveTextContent("“zebra” is not among the 336 words");
  await expectAddress(/s=This/);
  await reopen();
  await expect.element(unknown).toHaveTextContent("“zebra”");
  const near = unknown.getByRole("button").first();
  const word = (await near.findElement()).textContent;
  await near.click();
  await expect.element(sentence).toHaveValue(`This ${word} is old. `);
  await expectCount(".unknown", 0);
});

test("handles a very long sentence, an empty one, and markup", async () => {
  const notes = css(".sentence .notes");
  await sentence.fill("word ".repeat(20_000));
  await expect.element(notes).toHaveTextContent("first 200 characters");
  await sentence.fill("   ");
  await expect.element(notes).toHaveTextContent("Enter a word or two");
  await expectCount(".translation-arcs", 0); // nothing is left of the sentence before
  await expectCount(".alignment tbody tr", 0);
  await sentence.fill("<img src=x onerror=alert(1)> is here .");
  await expect.element(css(".translation-arcs g[lang=en]")).toHaveTextContent("<img");
  await expectCount("main img", 0);
});

test("scrubbing back shows the translation, the loss and the accuracy of an earlier epoch", async () => {
  const last = frames.length - 1;
  expect(said()).toBe(wordsOf(last));
  for (const epoch of [0, 3, last]) {
    await scrubber.fill(String(epoch));
    await expect.poll(said).toBe(wordsOf(epoch));
    expect(text(".epoch-now")).toBe(`${epoch} / 14`);
    const { loss, accuracy } = frames[epoch]!;
    expect(text(".loss-now")).toBe(loss === null ? "–" : loss.toPrecision(3));
    expect(text(".held-out")).toContain(`${Math.round((accuracy ?? 0) * 200)} of 200`);
    expect((await scrubber.findElement()).getAttribute("aria-valuetext")).toMatch(
      new RegExp(`^epoch ${epoch}: `),
    );
  }
  await button("Latest").click();
  await expect.element(learning).toHaveAttribute("data-now", "true");
});

test("the film plays in a loop, by keys too", async () => {
  const seen: (string | null)[] = [];
  const figure = await learning.findElement();
  const observer = new MutationObserver(() => seen.push(figure.getAttribute("data-epoch")));
  observer.observe(figure, { attributeFilter: ["data-epoch"] });
  await scrubber.fill("13");
  await button("Play").click();
  await expect.poll(() => seen.join(" ")).toMatch(/13 14 0 1/);
  await button("Play").click();
  observer.disconnect();
  await focus(scrubber);
  await press("{Home}");
  await expect.element(learning).toHaveAttribute("data-epoch", "0");
  await press("{ArrowRight}");
  await expect.element(learning).toHaveAttribute("data-epoch", "1");
  await press(" ");
  await expect.element(button("Play")).toHaveAttribute("aria-pressed", "true");
  await press(" ");
  await expect.element(button("Play")).toHaveAttribute("aria-pressed", "false");
});

test("what the questions' answers say is seen in the film when it is shown", async () => {
  for (const [i, choice, epoch] of [
    [0, "a little at every word", 0],
    [1, "French that says something else", 1],
    [2, "it rises a little", 10],
  ] as const) {
    const question = css(".challenges li").nth(i);
    await question.getByRole("button", { name: choice }).click();
    await question.getByRole("button", { name: "Show me" }).click();
    await expect.element(learning).toHaveAttribute("data-epoch", String(epoch));
    await expect.poll(said).toBe(wordsOf(epoch));
  }
  const accuracyAfter = (epoch: number): string => `${Math.round(100 * (frames[epoch]!.accuracy ?? 0))} %`;
  expect(texts(".challenges li")[2]).toContain(`from ${accuracyAfter(10)} to ${accuracyAfter(14)}`);
});

test("editing the sentence while the film plays stops it, and no button stays behind", async () => {
  const bar = css(".film-bar");
  await button("Play").click();
  await expect.element(bar.css("[aria-pressed=true]")).toHaveTextContent("❚❚");
  await sentence.fill("the cat sees a red bird .");
  await expectCount(".film-bar [aria-pressed=true]", 0);
  await expect.element(button("Latest")).toBeDisabled();
  await expect.element(learning).toHaveAttribute("data-now", "true");
  await css(".examples button").first().click();
  await expect.element(button("Play")).toBeEnabled();
});

test("a link from another build of the kernels says so, and plain kernels are used where it names them", async () => {
  const note = css(".shared");
  await openTranslator("?epochs=2&kernels=relaxed-1&loss=0.5");
  await expect.element(note).toHaveTextContent("another build of the kernels (relaxed-1;");
  await expect.element(note).toHaveTextContent("so the numbers will differ");
  const own = /this browser has ((?:plain|relaxed)-\d+)/.exec(text(".shared"))?.[1] ?? "no build";
  await button("Dismiss").click();
  await expectCount(".shared", 0);
  await expect.poll(() => location.hash).not.toMatch(/kernels=/);
  // A browser without relaxed SIMD has nothing to give up.
  await openTranslator(`?epochs=2&kernels=${own.replace("relaxed", "plain")}&loss=0.5`);
  await expect
    .element(note)
    .toHaveTextContent(own.startsWith("plain") ? "has the same kernels" : "uses the plain build here too");
  const pausing = pressAtOnce("Pause");
  await button("Start").click();
  await pausing;
  await page.getByText("Training settings").click();
  await expect.element(page.getByText("WebAssembly SIMD (plain-")).toBeVisible();
});
