import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { expect, longestBlock, test } from "@saccade/e2e";
import { start } from "../src/pages/translator/shipped/start.gen.ts";
import { button, numbersOfEpochs, openTranslator, said, sentenceField, train } from "./translator-page.ts";

const { frames } = start.film;
const wordsOf = (epoch: number): string =>
  frames[epoch]!.translation.filter((word) => word !== "<eos>").join(" ");
const scrubber = (page: Page): Locator => page.getByRole("slider", { name: "Epoch shown" });

test("scrubbing back shows the translation, the loss and the accuracy of an earlier epoch", async ({
  page,
}) => {
  await openTranslator(page);
  const last = frames.length - 1;
  expect(await said(page)).toBe(wordsOf(last));
  for (const epoch of [0, 3, last]) {
    await scrubber(page).fill(String(epoch));
    await expect.poll(() => said(page)).toBe(wordsOf(epoch));
    await expect(page.locator(".epoch-now")).toHaveText(`${epoch} / 14`);
    const { loss, accuracy } = frames[epoch]!;
    await expect(page.locator(".loss-now")).toHaveText(loss === null ? "–" : loss.toPrecision(3));
    await expect(page.locator(".held-out")).toContainText(`${Math.round((accuracy ?? 0) * 200)} of 200`);
    await expect(scrubber(page)).toHaveAttribute("aria-valuetext", new RegExp(`^epoch ${epoch}: `));
  }
  await button(page, "Latest").click();
  await expect(page.locator(".learning")).toHaveAttribute("data-now", "true");
});

test("the film plays both ways, in a loop, by keys too", async ({ page }) => {
  await openTranslator(page);
  const epoch = page.locator(".learning");
  const seen = await recordEpochs(page);
  await scrubber(page).fill("13");
  await button(page, "Play").click();
  await expect.poll(seen).toMatch(/13 14 0 1/);
  await button(page, "Play").click();
  await scrubber(page).fill("1");
  await button(page, "Play backwards").click();
  await expect.poll(seen).toMatch(/1 0 14 13/);
  await button(page, "Play backwards").click();
  await scrubber(page).focus();
  await page.keyboard.press("Home");
  await expect(epoch).toHaveAttribute("data-epoch", "0");
  await page.keyboard.press("ArrowRight");
  await expect(epoch).toHaveAttribute("data-epoch", "1");
  await page.keyboard.press("Space");
  await expect(button(page, "Play")).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("Space");
  await expect(button(page, "Play")).toHaveAttribute("aria-pressed", "false");
  await page.keyboard.press("Shift+Space");
  await expect(button(page, "Play backwards")).toHaveAttribute("aria-pressed", "true");
});

test("what the questions' answers say is seen in the film when it is shown", async ({ page }) => {
  await openTranslator(page);
  const questions = page.locator(".challenges li");
  for (const [i, choice, epoch] of [
    [0, "a little at every word", 0],
    [1, "French that says something else", 1],
    [2, "it rises a little", 10],
  ] as const) {
    await questions.nth(i).getByRole("button", { name: choice }).click();
    await questions.nth(i).getByRole("button", { name: "Show me" }).click();
    await expect(page.locator(".learning")).toHaveAttribute("data-epoch", String(epoch));
    await expect.poll(() => said(page)).toBe(wordsOf(epoch));
  }
  await expect(questions.nth(2)).toContainText("from 87 % to 95 %");
});

test("training makes a film of the sentence, and of another one afterwards", async ({ page }) => {
  test.setTimeout(240_000);
  await openTranslator(page, "?epochs=2");
  const heard = new Set<string>();
  await button(page, "Start").click();
  await expect(page.locator(".held-out")).toContainText(/^(0 of|Measured on) 200 sentences/); // anew
  await expect
    .poll(async () => heard.add(await said(page)).size, { timeout: 60_000, intervals: [200] })
    .toBeGreaterThan(2); // the sentence evolves within the epochs
  await expect(page.locator("p.status")).toContainText("Trained:", { timeout: 180_000 });
  await expect(scrubber(page)).toHaveAttribute("max", "2");
  const now = await said(page);
  await scrubber(page).fill("0");
  await expect.poll(() => said(page)).not.toBe(now);
  await expect(page.locator(".held-out")).toContainText("0 of 200");
  await scrubber(page).fill("2");
  await expect.poll(() => said(page)).toBe(now);

  await sentenceField(page).fill("the cat is hot .");
  await page.keyboard.press("Escape");
  await expect(scrubber(page)).toHaveAttribute("max", "2");
  await expect(scrubber(page)).toBeEnabled();
  await scrubber(page).fill("1");
  await expect(page.locator(".learning")).toHaveAttribute("data-epoch", "1");
  await expect(page.locator(".translation-arcs g[lang=en]")).toHaveText("thecatishot.");
});

test("saves a GIF with a frame for each epoch", { tag: "@plain" }, async ({ page }) => {
  await openTranslator(page);
  const bytes = await saved(page, "Save GIF");
  expect(bytes.subarray(0, 6).toString("latin1")).toBe("GIF89a");
  expect([bytes.readUInt16LE(6), bytes.readUInt16LE(8)]).toEqual([960, 540]);
  expect(framesOfGif(bytes)).toBe(frames.length);
  await expect(page.locator(".save-film .done")).toContainText(`Saved saccade-translator.gif: 15 frames`);
});

test("saves a WebM that a browser plays", async ({ page, context }) => {
  await openTranslator(page);
  const bytes = await saved(page, "Save WebM");
  const player = await context.newPage(); // the policy of the app's pages allows no video
  const facts = await player.evaluate(async (base64) => {
    const video = document.createElement("video");
    const binary = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    video.src = URL.createObjectURL(new Blob([binary], { type: "video/webm" }));
    await new Promise((resolve, reject) => {
      video.onloadeddata = resolve;
      video.onerror = () => reject(new Error(video.error?.message));
    });
    return { width: video.videoWidth, height: video.videoHeight, duration: video.duration };
  }, bytes.toString("base64"));
  expect(facts).toMatchObject({ width: 960, height: 540 });
  expect(facts.duration).toBeCloseTo(1.2 + 13 * 0.5 + 2.5, 0);
});

test("where the browser cannot encode video, it says so and offers the GIF", { tag: "@plain" }, async ({
  page,
}) => {
  await page.route("**/assets/worker-*.js", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `delete globalThis.VideoEncoder;${await response.text()}` });
  });
  await openTranslator(page);
  await button(page, "Save WebM").click();
  await expect(page.locator(".save-film .problem")).toContainText("cannot encode video");
  await expect(page.locator(".save-film .problem")).toContainText("Save the GIF instead");
  expect((await saved(page, "Save GIF")).length).toBeGreaterThan(1000);
});

test("a link reproduces the run in a fresh browser, and says whether it did", async ({ page, browser }) => {
  test.setTimeout(300_000);
  await openTranslator(page, "?epochs=2&seed=7");
  await train(page);
  await button(page, "Copy link to this run").click();
  const link = await page.getByLabel("Link", { exact: true }).inputValue();
  expect(link).toMatch(/seed=7&lr=0\.005&epochs=2&kernels=(plain|relaxed)-\d+&loss=0\.\d+/);
  const numbers = await numbersOfEpochs(page);
  expect(numbers).toHaveLength(2);

  const fresh = await (await browser.newContext()).newPage();
  await fresh.goto(link);
  await expect(fresh.locator(".shared")).toContainText("seed 7, learning rate 0.005, 2 epochs");
  await expect(fresh.locator(".shared")).toContainText("has the same kernels");
  await train(fresh);
  await expect(fresh.locator(".shared")).toContainText("the same in every digit");
  expect(await numbersOfEpochs(fresh)).toEqual(numbers);
  expect(await said(fresh)).toBe(await said(page));
  await fresh.context().close();
});

test("a link from another build of the kernels says so, and plain kernels are used where it names them", async ({
  page,
}) => {
  test.setTimeout(240_000);
  const note = page.locator(".shared");
  await openTranslator(page, "?epochs=2&kernels=relaxed-1&loss=0.5");
  await expect(note).toContainText("another build of the kernels (relaxed-1;");
  await expect(note).toContainText("so the numbers will differ");
  const own = /this browser has ((?:plain|relaxed)-\d+)/.exec((await note.textContent()) ?? "")?.[1];
  await train(page);
  await expect(note).toContainText("Not reproduced: the last loss is 0.0");
  await button(page, "Dismiss").click();
  await expect(note).toHaveCount(0);
  await expect(page).not.toHaveURL(/kernels=/);

  // A browser without relaxed SIMD has nothing to give up.
  const isPlain = own?.startsWith("plain") === true;
  await page.goto("about:blank");
  await openTranslator(page, `?epochs=2&kernels=${own?.replace("relaxed", "plain")}&loss=0.5`);
  await expect(note).toContainText(isPlain ? "has the same kernels" : "uses the plain build here too");
  await button(page, "Start").click();
  await page.getByText("Training settings").click();
  await expect(page.getByText("WebAssembly SIMD (plain-")).toBeVisible();
});

test("training and writing a film leave the page free on a slow processor", async ({ page }) => {
  test.setTimeout(240_000);
  await openTranslator(page);
  await button(page, "Start").click();
  await expect(page.locator("p.status")).toContainText("tokens/s", { timeout: 60_000 });
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  const training = await longestBlock(page, () => page.waitForTimeout(6000));
  await button(page, "Pause").click();
  await expect(page.locator("p.status")).toContainText("Paused");
  await page.getByText("Your own pairs, and checkpoints").click();
  await button(page, "Restore the built-in data and weights").click();
  await expect(page.locator(".epoch-now")).toHaveText("14 / 14");
  const lengths: Record<string, number> = {};
  for (const name of ["Save GIF", "Save WebM"]) {
    lengths[name] = await longestBlock(page, async () => void (await saved(page, name)));
  }
  console.log(
    `at 4x throttling the page was held up at most: training ${training.toFixed(0)} ms, ${Object.entries(
      lengths,
    )
      .map(([name, ms]) => `${name} ${ms.toFixed(0)} ms`)
      .join(", ")}`,
  );
  await expect(page.locator(".save-film .done")).toContainText("Saved saccade-translator.webm");
});

test("editing the sentence while the film plays stops it, and no button stays behind", async ({ page }) => {
  await openTranslator(page);
  const bar = page.locator(".film-bar");
  for (const name of ["Play", "Play backwards"]) {
    await button(page, name).click();
    await expect(bar.locator("[aria-pressed=true]")).toHaveText("❚❚");
    await sentenceField(page).fill("the cat sees a red bird .");
    await expect(bar.locator("[aria-pressed=true]")).toHaveCount(0);
    await expect(bar).not.toContainText("❚❚");
    await expect(button(page, "Latest")).toBeDisabled();
    await expect(page.locator(".learning")).toHaveAttribute("data-now", "true");
    // The list of words lies over the examples.
    await sentenceField(page).press("Escape");
    await page.locator(".examples button").first().click();
    await expect(button(page, name)).toBeEnabled();
  }
});

/** Notes every epoch that the figure shows, however briefly; returns what reads the notes. */
async function recordEpochs(page: Page): Promise<() => Promise<string>> {
  await page.evaluate(() => {
    const figure = document.querySelector(".learning");
    const notes: (string | null)[] = [];
    Reflect.set(window, "__epochs", notes);
    if (figure === null) throw new Error("there is no figure");
    new MutationObserver(() => notes.push(figure.getAttribute("data-epoch"))).observe(figure, {
      attributeFilter: ["data-epoch"],
    });
  });
  return () => page.evaluate(() => (Reflect.get(window, "__epochs") as string[]).join(" "));
}

async function saved(page: Page, name: string): Promise<Buffer> {
  const download = page.waitForEvent("download");
  await button(page, name).click();
  return readFile(await (await download).path());
}

/** Counts the images of a GIF by going through its blocks. */
function framesOfGif(bytes: Buffer): number {
  const tableOf = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  let at = 13 + tableOf(bytes[10]!);
  let images = 0;
  const skipBlocks = (): void => {
    while (bytes[at] !== 0) at += bytes[at]! + 1;
    at++;
  };
  for (;;) {
    const kind = bytes[at];
    if (kind === 0x3b) {
      expect(at).toBe(bytes.length - 1); // the trailer ends the file
      return images;
    }
    if (kind === 0x21) at += 2;
    else if (kind === 0x2c) {
      images++;
      at += 11 + tableOf(bytes[at + 9]!);
    } else throw new Error(`no block of a GIF: ${kind} at ${at}`);
    skipBlocks();
  }
}
