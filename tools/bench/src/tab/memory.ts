import { readFileSync } from "node:fs";
import type { Browser } from "playwright-core";

/** Bytes of memory that a process has, and had at most. */
interface Memory {
  readonly now: number;
  readonly most: number;
}

/** The memory of a browser's page processes by id, as reported by Linux; empty on other systems. */
export type PagesMemory = ReadonlyMap<number, Memory>;

/** The memory of every page process: a browser keeps spare ones, and does not reveal which shows a page. */
export async function pagesMemory(browser: Browser): Promise<PagesMemory> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  const pages = processInfo.filter(({ type }) => type === "renderer");
  return new Map(
    pages.flatMap(({ id }) => {
      const memory = memoryOf(id);
      return memory === null ? [] : [[id, memory] as const];
    }),
  );
}

/** The largest growth of memory of any process; null where no process is known. */
export function growth(before: PagesMemory, after: PagesMemory): number | null {
  const grown = [...before].flatMap(([id, { now }]) => {
    const later = after.get(id);
    return later === undefined ? [] : [later.most - now];
  });
  return grown.length === 0 ? null : Math.max(...grown);
}

function memoryOf(id: number): Memory | null {
  try {
    const status = readFileSync(`/proc/${id}/status`, "utf8");
    const value = (name: string): number =>
      1024 * Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)![1]);
    return { now: value("VmRSS"), most: value("VmHWM") };
  } catch {
    return null;
  }
}
