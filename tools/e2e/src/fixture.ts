import { AxeBuilder } from "@axe-core/playwright";
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
      // A development server's HTML names no icon, and a browser requests one on its own.
      const isIcon = message.location().url.endsWith("/favicon.ico");
      if (message.type() === "error" && !isIcon) wrong.push(`console: ${message.text()}`);
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
type Impact = (typeof impacts)[number];
/** Chooses the part of the page that axe looks at. */
export type Within = (axe: AxeBuilder) => AxeBuilder;

/** The axe violations in the page with at least this impact, each with its elements. */
export async function barriers(
  page: Page,
  { least = "minor", within = (axe) => axe }: { least?: Impact; within?: Within } = {},
): Promise<string[]> {
  // The pages hold no frames of other origins, for which axe would open a second page each time.
  const axe = within(new AxeBuilder({ page }).setLegacyMode(true)).options({ resultTypes: ["violations"] });
  const { violations } = await axe.analyze();
  const counted: readonly string[] = impacts.slice(impacts.indexOf(least));
  return violations
    .filter(({ impact }) => counted.includes(impact ?? "minor"))
    .map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(" | ")}`);
}

/** Looks for barriers that axe calls serious or worse, or as bad as `least`. */
export async function expectNoBarriers(page: Page, least: Impact = "serious"): Promise<void> {
  expect(await barriers(page, { least })).toEqual([]);
}

/** Holds that the page is not wider than its window, once its parts have found their places. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const overflow = (): Promise<number> =>
    page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await expect.poll(overflow).toBeLessThanOrEqual(0);
}
