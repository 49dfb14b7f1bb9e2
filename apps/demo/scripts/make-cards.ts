// Draws the card of each page, which sites show beside a link to it, as the Share button draws its own. Run after a change of a page's
// first picture, title or lead: pnpm --filter @saccade/demo make-cards [NAME]…
import { mkdirSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";
import { findChromium } from "@saccade/e2e/host";
import { demoTitles } from "@saccade/figures/walk/demo-titles";
import { createServer } from "vite";

const cardSize = { width: 1200, height: 630 };
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
  await page.evaluate(async () => {
    const files = ["/src/export/card.ts", "/src/export/picture.ts"];
    const [card, picture] = await Promise.all(files.map((file) => import(file)));
    const [title = "", lead = "", brand = ""] = ["main h1", "main .lead", ".brand span"].map(
      (selector) => document.querySelector(selector)?.textContent ?? "",
    );
    const drawing = picture.largestDrawing(document.querySelector(".figure-frame"));
    const png: Blob = await card.cardPng(
      {
        title,
        lines: [{ label: "", text: lead }],
        ...(drawing && { picture: picture.standaloneSvg(drawing, "") }),
      },
      `Saccade · ${brand}`,
    );
    const image = new Image();
    image.src = URL.createObjectURL(png);
    image.style.cssText = "position: fixed; inset: 0; z-index: 99";
    document.body.append(image);
    await image.decode();
  });
  // A canvas writes its alpha too, twice as much.
  await page.setViewportSize(cardSize);
  const file = await page.screenshot({ path: fileURLToPath(new URL(`${name}.png`, folder)) });
  console.log(`${name}: ${(file.length / 1000).toFixed(0)} kB`);
  await page.close();
}
await browser.close();
await server.close();
