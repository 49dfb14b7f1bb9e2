import { expect, test } from "@saccade/e2e";
import { outputOf } from "../scripts/outputs.ts";
import { pages } from "./site.ts";

// Programs are the same in both languages.
for (const address of pages.filter((page) => !page.startsWith("/zh/"))) {
  test(`${address}: every program runs in the page and prints what it printed in Node`, async ({ page }) => {
    await page.goto(address);
    const done = new Set<string | null>(); // a page shows several parts of one program, each with its button
    for (const tools of await page.locator(".program-tools").all()) {
      const program = await tools.getAttribute("data-program");
      if (done.has(program)) continue;
      done.add(program);
      // The second tab of a code group is hidden until it is chosen.
      const run = tools.locator(".program-run");
      await run.evaluate((button: HTMLButtonElement) => button.click());
      await expect(tools.locator("[data-state=done]"), `${program} ends`).toBeAttached({ timeout: 60_000 });
      const shown = await tools.locator(".program-output").textContent();
      const printed = outputOf(program ?? "") ?? "";
      expect(wordsOf(shown ?? ""), program ?? "").toEqual(wordsOf(printed));
    }
  });
}

/** The printed text without line breaks and quotes, in which consoles differ. */
function wordsOf(text: string): string[] {
  return text.split(/[\s'"[\]{},]+/).filter((word) => word !== "");
}
