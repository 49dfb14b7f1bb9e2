import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { expect } from "@saccade/e2e";
import { fromSafetensors } from "@saccade/nn";
import type { NetName, Positioning, Score, ScoreAsk } from "../src/pages/transformer/calls.ts";
import { Inspector } from "../src/pages/transformer/inspector.ts";
import { firstSentence } from "../src/pages/transformer/settings.ts";

// What the tests of the Transformer's page share: its parts, and its numbers computed in Node.

const folder = new URL("../src/pages/transformer/", import.meta.url);

export async function inspector(positions: Positioning = "on", net: NetName = "free"): Promise<Inspector> {
  const file = `${positions === "never" ? "unplaced" : net}.safetensors`;
  const { tensors } = fromSafetensors(new Uint8Array(await readFile(new URL(file, folder))));
  return new Inspector(tensors, [positions]);
}

export async function scoreInNode(ask: Omit<ScoreAsk, "sentence">): Promise<Score> {
  return (await inspector(ask.positions)).score({ sentence: firstSentence, ...ask });
}

export const most = (page: Page): Locator => page.locator(".most");
export const trail = (page: Page): Locator => page.getByRole("navigation", { name: "Where you are" });
export const press = (page: Page, name: string): Promise<void> =>
  page.getByRole("button", { name, exact: true }).click();
export const positions = (page: Page, name: string): Promise<void> =>
  page.locator(".editor").getByRole("radio", { name, exact: true }).check();
/** The worker has answered: the vectors of blocks are there. */
export const ready = (page: Page): Promise<void> =>
  expect(page.locator(".transformer")).toHaveAttribute("data-ready", "");

export function closeTo(found: number, wanted: number): void {
  expect(Math.abs(found - wanted)).toBeLessThanOrEqual(1e-5 * Math.max(1, Math.abs(wanted)));
}

/** A number as the page writes it. */
export const read = (text: string | null): number => Number((text ?? "").replace("−", "-"));

export async function expectScore(page: Page, wanted: Score): Promise<void> {
  await expect(page.locator(".products .product td")).toHaveCount(16);
  for (const [row, values] of [
    ["query", wanted.q],
    ["key", wanted.k],
    ["product", wanted.products],
  ] as const) {
    const cells = page.locator(`.products .${row} td`);
    const [exact, shown] = [
      await cells.evaluateAll((all) => all.map((cell) => Number(cell.getAttribute("data-value")))),
      (await cells.allTextContents()).map(read),
    ];
    values.forEach((value, d) => {
      closeTo(exact[d]!, value);
      expect(Math.abs(shown[d]! - value)).toBeLessThanOrEqual(5.1e-4);
    });
  }
  const { query: _, key } = wanted.ask;
  closeTo(read(await page.locator("[data-number=dot]").textContent()), wanted.dot);
  closeTo(read(await page.locator("[data-number=score]").textContent()), wanted.scores[key]!);
  closeTo(read(await page.locator("[data-number=weight]").textContent()), wanted.weights[key]!);
}

export async function openTransformer(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("./#/transformer");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Inside a Transformer");
}
