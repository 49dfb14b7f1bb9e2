// Writes chapters as slides, one PDF each, a slide a page: pnpm docs:slides [CHAPTER …] [--lang zh] [--out FOLDER]
// Build first (pnpm docs:build). The slides are those of the site (book/CHAPTER?slides); figures are in their first state.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { chapters } from "../.vitepress/chapters.ts";
import { pagesOf, readArguments, settle, withBook, writeWhole } from "./book-pages.ts";

const { lang, names, out = "slides" } = readArguments();
const pages = pagesOf(names, lang).filter(({ name }) => names.length > 0 || name in chapters);
mkdirSync(out, { recursive: true });

await withBook(async (browser, root) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 768 }, colorScheme: "light" });
  const page = await context.newPage();
  for (const { name, address } of pages) {
    await page.goto(`${root}${address}?slides`);
    await page.locator("[data-slides=ready]").waitFor();
    const count = await page.locator(".slide").count();
    for (let slide = 1; slide <= count; slide++) {
      await settle(page);
      await page.keyboard.press("ArrowRight");
    }
    const file = join(out, `${name}.${lang}.pdf`);
    writeWhole(
      file,
      await page.pdf({ preferCSSPageSize: true, printBackground: true, tagged: true, outline: true }),
    );
    console.log(`${file}: ${count} slides`);
  }
});
