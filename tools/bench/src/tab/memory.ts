import { readFileSync } from "node:fs";
import type { Browser } from "playwright-core";

/** Bytes of memory that the process of a page has, and had at most; null where the system does not say. */
export interface PageMemory {
  readonly now: number;
  readonly most: number;
}

/** Of the largest page's process, as Linux tells it. */
export async function pageMemory(browser: Browser): Promise<PageMemory | null> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  const pages = processInfo.filter(({ type }) => type === "renderer").map(({ id }) => memoryOf(id));
  const known = pages.filter((memory) => memory !== null);
  return known.sort((a, b) => b.now - a.now)[0] ?? null;
}

function memoryOf(id: number): PageMemory | null {
  try {
    const status = readFileSync(`/proc/${id}/status`, "utf8");
    const value = (name: string): number =>
      1024 * Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)![1]);
    return { now: value("VmRSS"), most: value("VmHWM") };
  } catch {
    return null;
  }
}
