// Draws the card of each page, which sites show beside a link to it, as the Share button draws its own. Run after a change of a page's
// first picture, title or lead: pnpm --filter @saccade/demo make-cards [NAME]…
import { mkdirSync, writeFileSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";
import { findChromium } from "@saccade/e2e/host";
import { demoTitles } from "@saccade/figures/walk/demo-titles";
import { createServer } from "vite";

const folder = new URL("../public/cards/", import.meta.url);
mkdirSync(folder, { recursive: true });
const server = await createServer({ root: fileURLToPath(new URL("..", import.meta.url)), logLevel: "warn" });
await server.listen(0);
const browser = await chromium.launch({ executablePath: findChromium(), args: ["--no-sandbox"] });
const named = process.argv.slice(2);
for (const name of named.length > 0 ? named : Object.keys(demoTitles)) {
  const page = await browser.newPage({
    viewport: { width: 1100, height: 1000 },
    colorScheme: "light",
    reducedMotion: "reduce",
    locale: "en",
  });
  await page.goto(`${server.resolvedUrls?.local[0]}#/${name}`);
  await page.waitForSelector("main .lead", { timeout: 240_000 });
  await page.waitForLoadState("networkidle");
  const bytes = await page.evaluate(async () => {
    const files = ["/src/export/card.ts", "/src/export/picture.ts", "/src/export/figure-file.ts"];
    const [card, picture, frame] = await Promise.all(files.map((file) => import(file)));
    const textOf = (selector: string): string => document.querySelector(selector)?.textContent ?? "";
    const drawing = frame.largestDrawing(document.querySelector(".figure-frame"));
    const png: Blob = await card.cardPng(
      {
        title: textOf("main h1"),
        lines: [{ label: "", text: textOf("main .lead") }],
        ...(drawing && { picture: picture.standaloneSvg(drawing, "") }),
      },
      textOf(".brand"),
    );
    return [...new Uint8Array(await png.arrayBuffer())];
  });
  writeFileSync(new URL(`${name}.png`, folder), Uint8Array.from(bytes));
  console.log(`${name}: ${(bytes.length / 1000).toFixed(0)} kB`);
  await page.close();
}
await browser.close();
await server.close();
