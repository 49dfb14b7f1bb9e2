// Shared by the programs that print the built book: its chapters, a browser that opens them, figures that are drawn.
import { renameSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type Browser, chromium, type Page } from "@playwright/test";
import { findChromium, serveOn } from "@saccade/e2e/host";
import { launchOptions } from "@saccade/e2e/launch";
import { bookParts, type Lang, prefix } from "../.vitepress/pages.ts";

export interface PrintedPage {
  readonly part: string;
  /** As in its address, such as `why-scale`. */
  readonly name: string;
  readonly title: string;
  readonly address: string;
}

interface Asked {
  readonly lang: Lang;
  readonly out: string | undefined;
  readonly names: readonly string[];
}

/** The command line: names of chapters, --lang, and --out. */
export function readArguments(): Asked {
  const { values, positionals } = parseArgs({
    options: { lang: { type: "string", default: "en" }, out: { type: "string" } },
    allowPositionals: true,
  });
  if (values.lang !== "en" && values.lang !== "zh")
    throw new Error(`--lang ${values.lang}: the book is in en and in zh.`);
  return { lang: values.lang, out: values.out, names: positionals };
}

/** The pages of these names in the book's order, or all of them if there are no names. */
export function pagesOf(names: readonly string[], lang: Lang): PrintedPage[] {
  const all = bookParts.flatMap(({ title, pages }) =>
    Object.entries(pages).map(([path, text]) => ({
      part: title[lang],
      name: path.replace(/^book\//, ""),
      title: text[lang],
      address: `${prefix(lang)}/${path}`,
    })),
  );
  const known = all.map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new Error(`There is no chapter "${unknown}"; the chapters are ${known.join(", ")}.`);
  return all.filter(({ name }) => names.length === 0 || names.includes(name));
}

/** Serves the built site and opens a browser, for as long as `work` takes. */
export async function withBook(work: (browser: Browser, root: string) => Promise<void>): Promise<void> {
  const executablePath = findChromium();
  const { root, end } = await serveOn(new URL("./serve.mjs", import.meta.url));
  const browser = await chromium.launch({ ...launchOptions, executablePath });
  try {
    await work(browser, root);
  } finally {
    await browser.close();
    end();
  }
}

/** Waits until the figures that can be seen on the page are drawn and nothing moves. */
export async function settle(page: Page): Promise<void> {
  for (const figure of await page.locator(".live-figure:visible").all()) {
    await figure.scrollIntoViewIfNeeded();
    // A figure is a picture until its reader does something.
    await page.waitForFunction(
      (one) => {
        dispatchEvent(new Event("scroll"));
        return one?.dataset["state"] === "ready";
      },
      await figure.elementHandle(),
    );
  }
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {}))),
  );
}

/** Writes a file in one step, so that nobody finds half of it. */
export function writeWhole(file: string, bytes: Uint8Array): void {
  writeFileSync(`${file}.part`, bytes);
  renameSync(`${file}.part`, file);
}
