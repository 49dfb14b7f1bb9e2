import { readFile } from "node:fs/promises";
import { expect, test } from "@saccade/e2e";
import { tinyCheckpoint } from "../test/language-model/fixtures.ts";
import { button, choose, openTranslator, said, saved, stepsDone } from "./pages.ts";

// Files that leave the page and come back, as the browser saves and opens them.

test("a film of the training is saved as a WebM that a browser plays", {
  tag: "@plain",
}, async ({ page, context }) => {
  await openTranslator(page);
  const webm = await saved(page, "Save film");
  await expect(page.locator(".save-film .done")).toContainText("Saved saccade-translator.webm: 15 frames");
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
  }, webm.toString("base64"));
  expect(facts).toMatchObject({ width: 960, height: 540 });
  expect(facts.duration).toBeCloseTo(1.2 + 13 * 0.5 + 2.5, 0);
});

test("where the browser cannot encode video, the page says so and offers the link", async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, "VideoEncoder"));
  await openTranslator(page);
  await button(page, "Save film").click();
  await expect(page.locator(".save-film .problem")).toContainText("cannot encode video");
  await expect(page.locator(".save-film .problem")).toContainText("Copy the link instead");
});

test("a checkpoint is downloaded, and opened after a reload; a figure is saved as SVG and PNG", async ({
  page,
}) => {
  await openTranslator(page, "?epochs=28");
  await button(page, "Continue").click();
  await expect.poll(() => stepsDone(page)).toBeGreaterThan(1760);
  await button(page, "Pause").click();
  await page.getByText("Your own pairs, and checkpoints").click();
  const bytes = await saved(page, "Download checkpoint");
  await page.reload();
  await page.getByText("Your own pairs, and checkpoints").click();
  const open = page.locator('.own-files input[type="file"]');
  await open.setInputFiles({ name: "mine.safetensors", mimeType: "application/octet-stream", buffer: bytes });
  await expect(page.locator(".drop [role=status]")).toContainText("Opened mine.safetensors: 14 epochs.");
  expect(await stepsDone(page)).toBeGreaterThan(1760);
  expect((await said(page)).length).toBeGreaterThan(5);

  await page.goto("./#/scoring");
  expect((await saved(page, /as SVG$/)).toString()).toContain(">0.87<");
  expect((await saved(page, /as PNG$/)).subarray(1, 4).toString()).toBe("PNG");
});

test("a model is opened and fine-tuned; its adapter is saved and opens again beside it after a reload", {
  tag: "@plain",
}, async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  const base = tinyCheckpoint("gpt2");
  const after = page.locator(".comparison .after .new");
  await page.goto("./#/language-model?model=files&tune=40");
  expect(asked.filter((url) => /tokenizers-/.test(url))).toEqual([]); // fetched when it is needed
  await choose(page, base);
  await expect(page.locator(".opened")).toHaveAttribute("data-model", "gpt2");
  await page.getByLabel("Lines to learn").fill("abc abc\nbcd bcd\ncab cab");
  await button(page, "Fine-tune").click();
  await expect(page.locator(".tuning .status")).toHaveAttribute("data-status", "done");
  await button(page, "Compare on the present text").click();
  await expect(after).not.toBeEmpty();
  const files: Record<string, Uint8Array> = {};
  const both = new Promise<void>((resolve) => {
    page.on("download", async (download) => {
      files[download.suggestedFilename()] = await readFile(await download.path());
      if (Object.keys(files).length === 2) resolve();
    });
  });
  await button(page, "Save adapter").click();
  await both;
  expect(Object.keys(files).sort()).toEqual(["adapter_config.json", "adapter_model.safetensors"]);
  await page.reload();
  await choose(page, { ...base, ...files });
  await expect(after).not.toBeEmpty();
});
