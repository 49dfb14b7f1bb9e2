import AxeBuilder from "@axe-core/playwright";
import { test as base, expect, type Page } from "@playwright/test";

export { expect };

/**
 * Playwright's test, whose page must end without an error in the console, an uncaught exception, or a request that
 * left its own origin.
 */
export const test: typeof base = base.extend({
  page: async ({ page, baseURL }, use) => {
    const wrong: string[] = [];
    const origin = new URL(baseURL ?? "http://localhost").origin;
    page.on("console", (message) => {
      if (message.type() === "error") wrong.push(`console: ${message.text()}`);
    });
    page.on("pageerror", (error) => wrong.push(`uncaught: ${error.message}`));
    page.on("request", (request) => {
      const url = new URL(request.url());
      if (url.protocol !== "blob:" && url.origin !== origin) wrong.push(`request to ${request.url()}`);
    });
    await use(page);
    expect(wrong, "what went wrong in the page").toEqual([]);
  },
});

const impacts = ["minor", "moderate", "serious", "critical"] as const;

/** Looks for barriers that axe calls serious or worse, or as bad as `least`. */
export async function expectNoBarriers(
  page: Page,
  least: (typeof impacts)[number] = "serious",
): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const counted: readonly string[] = impacts.slice(impacts.indexOf(least));
  const found = violations
    .filter(({ impact }) => counted.includes(impact ?? ""))
    .map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(" | ")}`);
  expect(found).toEqual([]);
}

/** Holds that the page is not wider than its window, once its parts have found their places. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const overflow = (): Promise<number> =>
    page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await expect.poll(overflow).toBeLessThanOrEqual(0);
}

/**
 * The longest time that the main thread was held up, in ms, while `work` ran: the longest gap between timers, which a
 * busy thread delays.
 */
export async function longestBlock(page: Page, work: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const probe = { longest: 0, last: performance.now(), stop: false };
    Reflect.set(window, "__probe", probe);
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      const now = performance.now();
      probe.longest = Math.max(probe.longest, now - probe.last);
      probe.last = now;
      if (!probe.stop) setTimeout(() => port2.postMessage(null), 1);
    };
    port2.postMessage(null);
  });
  await work();
  return page.evaluate(() => {
    const probe = Reflect.get(window, "__probe") as { longest: number; stop: boolean };
    probe.stop = true;
    return probe.longest;
  });
}
