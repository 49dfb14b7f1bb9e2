import type { Locator, Page } from "@playwright/test";
import { expect } from "@saccade/e2e";

export const status = (page: Page): Locator => page.locator("p.status");
export const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole("button", { name, exact: typeof name === "string" });
export const sentenceField = (page: Page): Locator => page.getByLabel("English sentence");

/** The translation in the drawing. */
export async function said(page: Page): Promise<string> {
  return (await page.locator(".translation-arcs g[lang=fr] text").allTextContents()).join(" ");
}

export async function stepsDone(page: Page): Promise<number> {
  return Number(/step (\d+)/.exec((await status(page).textContent()) ?? "")?.[1]);
}

export async function openTranslator(page: Page, query: string = ""): Promise<void> {
  await page.goto(`./#/translator${query}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Train it yourself");
}

/** Trains from scratch to the end. */
export async function train(page: Page): Promise<void> {
  await button(page, /^Start( over)?$/).click();
  await expect(status(page)).toContainText("Training:");
  await expect(status(page)).toContainText("Trained:", { timeout: 240_000 });
}

/** Each epoch's loss and accuracy, with all the digits that the page has. */
export async function numbersOfEpochs(page: Page): Promise<readonly string[]> {
  const rows = await page.locator(".epochs-table tbody tr").all();
  return Promise.all(rows.map(async (row) => (await row.locator("th, td").allTextContents()).join(" ")));
}
