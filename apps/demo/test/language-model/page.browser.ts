import { BytePairTokenizer } from "@saccade/datasets";
import { topKFilter, topPFilter } from "@saccade/models";
import { tensor } from "@saccade/tensor";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { makeJob } from "../../src/pages/language-model/job.ts";
import { firstPrompts } from "../../src/pages/language-model/settings.ts";
import { mostWords } from "../../src/pages/language-model/sizes.ts";
import start from "../../src/pages/language-model/start.gen.json" with { type: "json" };
import {
  all,
  box,
  button,
  css,
  expectAddress,
  expectCount,
  expectNoBarriers,
  expectNoOverflow,
  focus,
  goTo,
  open,
  press,
  screens,
  scrollTo,
  silentWorkers,
  text,
  texts,
  windowOf,
} from "../shown.ts";

const status = css(".learning .status");
const prompt = page.getByLabelText("Text so far");
const value = (): string => (prompt.element() as HTMLTextAreaElement).value;
const cache = css(".cache figcaption");
const stepsOf = (): number => Number(/step ([\d,]+)/.exec(text(".learning .status"))?.[1]?.replace(",", ""));
/** The bars: token, and the probability that it is drawn with, in per cent. */
const bars = (): [string, string][] =>
  all(".bar-row").map((row) => [
    row.querySelector(".token")?.textContent ?? "",
    row.querySelector(".share")?.textContent ?? "",
  ]);
const shares = (): number[] => bars().map(([, share]) => Number.parseFloat(share.replace("<", "")));

async function openReady(query: string = ""): Promise<void> {
  await open(`#/language-model${query}`);
  await expect.element(button("Write")).toBeEnabled();
}

test("opens on a distribution, samples of learning and a loss, before its weights are there", async () => {
  silentWorkers();
  await open("#/language-model");
  await expectCount(".bar-row", 10);
  expect(texts(".guesses b")).toEqual(start.reading.choices.slice(0, 5).map(({ text }) => text));
  await expect
    .poll(() => all(".samples li").map(({ title }) => title))
    .toEqual(
      start.samples.map(({ text }) => text), // from noise, after one step, to sentences
    );
  await expect.poll(() => all(".loss-curve path.train")[0]?.getAttribute("d")).toMatch(/^M/);
  await expect.element(button("Write")).toBeDisabled();
});

test("temperature, top-k and top-p change the distribution as the library says", async () => {
  await openReady("?tokens=characters");
  await expect.element(css(".kept")).toHaveTextContent("of 37 tokens");
  const at = (name: string): Promise<Response> =>
    fetch(new URL(`../../src/pages/language-model/${name}`, import.meta.url));
  const weights = new Uint8Array(await (await at("tales.safetensors")).arrayBuffer());
  const tales = await (await at("tales.en.txt")).text();
  const { queries } = makeJob({ seed: 0, text: tales, tokens: "characters", weights }, null);
  const sampling = { temperature: 1, topK: null, topP: 1 };
  const model = queries.read({ draft: { prompt: firstPrompts.characters, added: [] }, sampling, count: 37 });
  const logits = tensor(model.choices.map(({ plain }) => Math.log(plain)));
  for (const [temperature, k, p] of [
    [1, 37, 0.9],
    [0.5, 37, 0.9],
    [1.5, 4, 1],
    [2, 8, 0.6],
  ] as const) {
    await goTo(`#/language-model?tokens=characters&t=${temperature}&k=${k}&p=${p}`);
    const wanted = [
      ...topPFilter(topKFilter(logits.div(temperature), k), p)
        .softmax(-1)
        .dataSync(),
    ];
    await expect
      .element(css(".kept"))
      .toHaveTextContent(`${wanted.filter((share) => share > 0).length} of 37 tokens`);
    const furthest = (): number =>
      Math.max(...shares().map((share, i) => Math.abs(share - 100 * wanted[i]!)));
    await expect.poll(furthest).toBeLessThan(0.11); // one digit after the point is shown
  }
  expect(all(".bar-row.cut")).toHaveLength(bars().filter(([, share]) => share === "0 %").length);
});

test("writes with the cache, a token at a time, and goes back to the prompt", async () => {
  await openReady();
  await button("Draw one").click();
  await expect.poll(value).toMatch(/^A small hen lost its [a-z]+$/);
  await expect.element(cache).toHaveTextContent("1 token computed, 5 from the cache");
  await button("Write").click();
  await expect.poll(() => value().length).toBeGreaterThan(firstPrompts.words.length + 30);
  await button("Stop").click();
  await expect.element(cache).toHaveTextContent(/1 token computed, \d+ from the cache/);
  await button("Back to the start").click();
  await expect.element(prompt).toHaveValue(firstPrompts.words);
  // A word that no text has is read in parts, and the space at the end belongs to the word that comes.
  await prompt.fill("The zyzzyva sat on the ");
  await expectAddress(/prompt=The/);
  await expect.poll(() => texts(".vectors text").join("")).toBe("The␣zyzzyvasatonthe");
  const guess = text(".guesses b");
  await css(".guesses button").first().click();
  await expect.poll(value).toBe(`The zyzzyva sat on the ${guess}`);
});

test("a link from before tokens could be chosen means characters", async () => {
  await openReady("?text=The+bear+%E2%98%83+");
  await expect.element(page.getByRole("radio", { name: "characters" })).toBeChecked();
  await expect.element(prompt).toHaveValue("The bear ☃ ");
  await expect.element(css(".text-box [role=status]")).toHaveTextContent("no token for “☃”");
  await expect.poll(() => texts(".guesses b").every((token) => token.length === 1)).toBe(true);
  const token = text(".bar-row .token");
  await css(".bar-row").first().click();
  await expect.poll(value).toBe(`The bear  ${token}`);
  // The other model and its prompt.
  await page.getByRole("radio", { name: "words" }).click({ force: true });
  await expect.element(css(".kept")).toHaveTextContent("of 2,000 tokens");
  await expectAddress(/tokens=words/);
});

test("shows every head's weights, and where a token looks", async () => {
  await openReady();
  await scrollTo(".heads");
  await expectCount(".heads .layer button", 12);
  await button(/中文/).click();
  await expect.poll(() => all(".heads .layer button").map(({ title }) => title)[6]).toBe("L1H2");
  await button(/English/).click();
  await button("L1H2").click();
  await expect.element(css(".head-line figcaption")).toHaveTextContent("L1H2");
  await expect.element(css(".cache .keys")).toHaveTextContent("L1H2");
  expect([text(".cache .swatch.key"), text(".cache .swatch.value")]).toEqual(["keys", "values"]);
  await expectCount(".head-line .word", 5);
  await css(".head-line .word").nth(2).hover();
  await expect.element(css(".head-line figcaption")).toHaveTextContent("“hen” attends to");
  const parts = all(".head-line .word").map(({ title }) => Number.parseFloat(title));
  expect(parts.reduce((a, b) => a + b, 0)).toBeCloseTo(100, -0.5);
  expect(parts.slice(3).every((part) => part === 0)).toBe(true); // causal
});

test("trains from scratch: samples are kept, the distribution follows, and the trained model comes back", async () => {
  await openReady();
  const before = bars();
  await css("summary").first().click();
  await page.getByRole("radio", { name: "200", exact: true }).click({ force: true });
  await button("Train from scratch").click();
  await expect.element(status).toHaveTextContent("Training: step");
  await expect.poll(bars).not.toEqual(before);
  await button("Pause").click();
  await expect.element(status).toHaveAttribute("data-status", "paused");
  await expect.poll(() => all(".samples li").length).toBeGreaterThan(0);
  await button("Restore the trained model").click();
  await expect.element(status).toHaveTextContent("Trained beforehand, 3,000 steps");
  await expect.poll(bars).toEqual(before);
});

test("pauses when the reader goes to another page, says so, and goes on at the return", async () => {
  await openReady();
  await button("Train from scratch").click();
  await expect.poll(stepsOf).toBeGreaterThan(1);
  const menu = css(".top nav");
  await menu.getByRole("link", { name: "Scoring and masks" }).click();
  const note = page.getByText("Training is paused while you are on another page.");
  await expect.element(note).toBeVisible();
  await menu.getByRole("link", { name: "Language model" }).click();
  await expect.element(status).toHaveTextContent("Training: step");
  await expect.poll(stepsOf).toBeGreaterThan(1);
  expect(note.query()).toBeNull();
  await button("Pause").click();
  await expect.element(status).toHaveAttribute("data-status", "paused"); // else the next test finds it training
});

test("trains on the reader's text, and refuses one that is too short", async () => {
  await openReady();
  await css("summary").first().click();
  const own = page.getByRole("textbox", { name: "Paste a text to train on" });
  await own.fill("Too short.");
  await expect
    .element(css(".own-text [role=status]"))
    .toHaveTextContent("10 characters; at least 200 are needed.");
  await button("Train from scratch").click();
  await expect.element(css(".learning .problem")).toHaveTextContent("it needs at least 200");
  await expect.element(status).toHaveTextContent("Trained beforehand"); // what was there stays
  const line = "to be or not to be, that is the question. ";
  await own.fill(line.repeat(20));
  await button("Train from scratch").click();
  const learned = BytePairTokenizer.train(`${line.repeat(20).trim()}\n`, {
    vocabSize: mostWords,
    specialTokens: [],
  });
  await expect.element(css(".kept")).toHaveTextContent(`of ${learned.vocabSize} tokens`);
  await button("Pause").click();
  // Chinese has no spaces: its characters are the tokens.
  await button("Use Chinese tales").click();
  await expect.poll(() => (own.element() as HTMLTextAreaElement).value).toContain("森林");
  await button("Train from scratch").click();
  await prompt.fill("狐狸");
  await expect.poll(() => texts(".vectors text")).toEqual(["狐", "狸"]);
  await button("Pause").click();
  await expect.element(status).toHaveAttribute("data-status", "paused"); // else the next test finds it training
});

test("the content below the maps does not move when they appear", async () => {
  await open("#/language-model");
  const heads = css("section.heads");
  await expect.element(heads).toHaveClass("awaited");
  const before = box("section.heads").height;
  await scrollTo("section.heads");
  await expect.element(heads).not.toHaveClass("awaited");
  await expect.poll(() => Math.abs(box("section.heads").height - before)).toBeLessThan(16);
});

test("what the questions' answers say is seen when they are shown", async () => {
  await openReady();
  await expectCount(".challenges li", 3);
  const show = async (i: number, answer: string): Promise<void> => {
    const question = css(".challenges li").nth(i);
    await question.getByRole("button", { name: answer, exact: true }).click();
    await expect.element(question.getByRole("status")).not.toBeEmptyDOMElement();
    await question.getByRole("button").last().click();
  };
  await show(0, "The longest takes nearly everything.");
  await expect.poll(() => shares()[0]).toBeGreaterThan(90);
  await show(1, "4");
  await expect.element(css(".kept")).toHaveTextContent("4 of 2,000 tokens");
  await show(2, "for 1");
  await expect.element(cache).toHaveTextContent("1 token computed, 5 from the cache");
});

test("a logit lens shows what each layer would say, by pointer and by keys, and follows the text", async () => {
  await openReady("?tokens=characters");
  await scrollTo(".layers");
  await expectCount(".layer-table tbody tr", 3);
  const last = (): string[] => texts(".layer-table tbody tr:last-child td");
  await expect.poll(() => last().length).toBe(24); // the last of 36 tokens
  await expect.element(css(".layers")).toHaveTextContent("The first 12 tokens are not shown.");
  // The last row's last guess is the model's own, and the same as the first bar's.
  expect(last().at(-1)).toContain(text(".bar-row .token"));
  const said = css(".layers [role=status]");
  // Before anything is pointed at: what the block that is looked at makes of the guess.
  await expect.element(said).toHaveTextContent(/^Layer 0, after “␣”: “.”, [\d.]+ %; before it: “.”/);
  await css(".layer-table tbody tr").nth(1).css("td").nth(3).hover();
  await expect.element(said).toHaveTextContent(/^Layer 0, after “.”: “.”, [\d.]+ %/);
  await css(".layers h2").hover();
  await focus(css(".layer-table"));
  await press("{ArrowDown}{ArrowLeft}");
  await expect.element(said).toHaveTextContent("Layer 1, the model, after “e”");
  await prompt.fill("The cat");
  await expect.poll(() => last().length).toBe(7);
  await expectNoBarriers();
});

test.each(["en", "zh"])("stays below four screens at both widths: %s", async (lang) => {
  await open(`#/language-model?lang=${lang}`);
  await expectCount(".bar-row", 10);
  for (const [width, height] of [
    [1280, 800],
    [375, 812],
  ] as const) {
    await windowOf(width, height);
    await expectNoOverflow();
    await expect.poll(screens).toBeLessThan(4);
  }
});
