import { expect, test } from "@playwright/test";
import { pages, someReferencePages } from "./site.ts";

// The pages as they are sent: no figure and no program is loaded.
test.use({ javaScriptEnabled: false, viewport: { width: 1280, height: 900 } });

test("no code scrolls at 1280 px, and 72 columns stay in one line", async ({ page }) => {
  const found: string[] = [];
  for (const address of [...pages, ...someReferencePages]) {
    await page.goto(address);
    const here = await page.evaluate(() => {
      for (const box of document.querySelectorAll("details")) box.open = true;
      for (const tab of document.querySelectorAll('.vp-code-group [class*="language-"]'))
        tab.classList.add("active");
      const wrong: string[] = [];
      for (const pre of document.querySelectorAll('[class*="language-"] > pre')) {
        const text = pre.textContent.trim().slice(0, 60);
        const around = [pre, pre.parentElement!];
        if (around.some((one) => one.scrollWidth > one.clientWidth)) wrong.push(`scrolls: ${text}`);
        const height = 1.5 * Number.parseFloat(getComputedStyle(pre.querySelector("code")!).lineHeight);
        for (const line of pre.querySelectorAll(".line:not(.long)"))
          if (line.getBoundingClientRect().height > height) wrong.push(`broken: ${line.textContent}`);
      }
      return wrong;
    });
    found.push(...here.map((problem) => `${address} ${problem}`));
  }
  expect(found).toEqual([]);
});
