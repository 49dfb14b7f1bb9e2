import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { expect } from "@saccade/e2e";

// Helpers that journeys share.

export const heading = (page: Page): Locator => page.getByRole("heading", { level: 1 });
export const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole("button", { name, exact: typeof name === "string" });
export const menu = (page: Page): Locator => page.locator(".top nav").getByRole("link");
export const status = (page: Page): Locator => page.locator("p.status").first();
/** Whether the page shows its own sentence translated, in the drawing. */
export const translation = (page: Page): Locator => page.locator(".translation-arcs g[lang]").nth(1);

/** The translation in the drawing. */
export async function said(page: Page): Promise<string> {
  return (await translation(page).locator("text").allTextContents()).join(" ");
}

export async function stepsDone(page: Page): Promise<number> {
  return Number(/step ([\d,]+)/.exec((await status(page).textContent()) ?? "")?.[1]?.replace(",", ""));
}

export async function openTranslator(page: Page, query: string = ""): Promise<void> {
  await page.goto(`./#/translator${query}`);
  await expect(heading(page)).toContainText("Train it yourself");
}

/** Trains the translator from scratch to the end. */
export async function train(page: Page): Promise<void> {
  await button(page, /^Start( over)?$/).click();
  await expect(status(page)).toContainText("Training:");
  await expect(status(page)).toContainText("Trained:", { timeout: 150_000 });
}

/** The steps of the run that has most of those that the browser keeps; 0 without runs. */
export async function keptSteps(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open("keyval-store");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const all = opening.result.transaction("keyval").objectStore("keyval").getAll();
          all.onsuccess = () => resolve(Math.max(0, ...all.result.map((run: { step: number }) => run.step)));
        };
      }),
  );
}

/** Presses a button that saves a file, and gives the file. */
export async function saved(page: Page, name: string | RegExp): Promise<Buffer> {
  const download = page.waitForEvent("download");
  await button(page, name).click();
  return readFile(await (await download).path());
}

/** Gives files to the page, as the reader's choice. */
export async function choose(page: Page, files: Readonly<Record<string, Uint8Array>>): Promise<void> {
  await page
    .locator("input[type=file]")
    .first()
    .setInputFiles(
      Object.entries(files).map(([name, bytes]) => ({
        name,
        mimeType: "application/octet-stream",
        buffer: Buffer.from(bytes),
      })),
    );
}
