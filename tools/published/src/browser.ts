import { setTimeout } from "node:timers/promises";
import { type Browser, chromium, type Page } from "playwright-core";

/** Chromium, as Debian installs it, unless CHROMIUM names another. */
export const executablePath: string = process.env["CHROMIUM"] ?? "/usr/bin/chromium";

const flags = [
  ...["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
  ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
];

/** Starts Chromium. */
export function launch(): Promise<Browser> {
  return chromium.launch({ executablePath, args: flags });
}

/** The published value of a page, or the reason why there is none. */
export type Published<R> = R | { readonly error: string };

/** Opens a page and returns its published value. */
export type Open = <R>(url: string) => Promise<Published<R>>;

/** Starts Chromium for a use of it. */
export async function inBrowser(use: (open: Open) => Promise<void>): Promise<void> {
  const browser = await launch();
  try {
    await use((url) => inPage(browser, url));
  } finally {
    await browser.close();
  }
}

async function inPage<R>(browser: Browser, url: string): Promise<Published<R>> {
  const page = await browser.newPage();
  const messages: string[] = [];
  page.on("console", (message) => messages.push(message.text()));
  page.on("pageerror", (error) => messages.push(String(error)));
  await page.goto(url);
  // A page that hangs does not answer at all.
  const late = setTimeout(300_000, null, { ref: false });
  const report = await Promise.race([published<R>(page), late]);
  await page.close();
  return report ?? { error: ["no report for 300 s", ...messages].join("\n       ") };
}

/** The published value of the page: its title. A script of ours that waits there would be refused by a strict policy. */
async function published<R>(page: Page): Promise<Published<R>> {
  for (;;) {
    const title = await page.title();
    if (title !== "") return JSON.parse(title);
    await setTimeout(50);
  }
}
