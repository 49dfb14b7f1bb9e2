import type { Locator } from "@playwright/test";
import { expect } from "@saccade/e2e";

/** Brings a figure into sight, and does what a reader does: its code comes then, and it takes its picture's place. */
export async function expectAlive(figure: Locator): Promise<void> {
  await figure.scrollIntoViewIfNeeded();
  // The page reacts to the pointer once its scripts run.
  let x = 2;
  await expect(async () => {
    await figure.page().mouse.move(x++, 2);
    await expect(figure).toHaveAttribute("data-state", "ready", { timeout: 2000 });
  }).toPass();
}
