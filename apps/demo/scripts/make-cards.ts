// Draws the card of each page, which sites show beside a link to it, as the Share button draws its own. Run after a change of a page's
// first picture, title or lead: pnpm --filter @saccade/demo make-cards [NAME]…
import { mkdirSync, writeFileSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { crc32 } from "node:zlib";
import { chromium } from "@playwright/test";
import { findChromium } from "@saccade/e2e/host";
import { demoTitles } from "@saccade/figures/walk/demo-titles";
import { createServer } from "vite";

/** A card from its packed rows. */
function pngFrom(rows: Buffer): Buffer {
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]); // 8 bits, RGB
  head.writeUInt32BE(cardSize.width, 0);
  head.writeUInt32BE(cardSize.height, 4);
  const chunks = Object.entries({ IHDR: head, IDAT: rows, IEND: Buffer.alloc(0) }).map(([type, data]) => {
    const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from(type, "latin1"), data, Buffer.alloc(4)]);
    chunk.writeUInt32BE(data.length, 0);
    chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
    return chunk;
  });
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), ...chunks]);
}

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
  const bytes = await page.evaluate(async () => {
    const files = ["/src/export/card.ts", "/src/export/picture.ts", "/src/export/figure-file.ts"];
    const [card, picture, frame] = await Promise.all(files.map((file) => import(file)));
    const [title = "", lead = "", brand = ""] = ["main h1", "main .lead", ".brand span"].map(
      (selector) => document.querySelector(selector)?.textContent ?? "",
    );
    const drawing = frame.largestDrawing(document.querySelector(".figure-frame"));
    const png: Blob = await card.cardPng(
      {
        title,
        lines: [{ label: "", text: lead }],
        ...(drawing && { picture: picture.standaloneSvg(drawing, "") }),
      },
      `Saccade · ${brand}`,
    );
    // Rows of RGB, none filtered: most of a card is one color, and a canvas writes it twice as large.
    const image = await createImageBitmap(png);
    const pen = new OffscreenCanvas(image.width, image.height).getContext("2d");
    pen?.drawImage(image, 0, 0);
    const { data = [] } = pen?.getImageData(0, 0, image.width, image.height) ?? {};
    const rows = new Uint8Array(image.height * (3 * image.width + 1));
    for (let i = 0; i < image.width * image.height; i++)
      for (let k = 0; k < 3; k++) rows[3 * i + k + Math.floor(i / image.width) + 1] = data[4 * i + k] ?? 0;
    const packed = new Blob([rows]).stream().pipeThrough(new CompressionStream("deflate"));
    return [...new Uint8Array(await new Response(packed).arrayBuffer())];
  });
  const file = pngFrom(Buffer.from(bytes));
  writeFileSync(new URL(`${name}.png`, folder), file);
  console.log(`${name}: ${(file.length / 1000).toFixed(0)} kB`);
  await page.close();
}
await browser.close();
await server.close();
