import { chromium } from "@playwright/test";
import lighthouse from "lighthouse";
import desktop from "lighthouse/core/config/desktop-config.js";
import { freePort } from "./host.mjs";
import { launchOptions } from "./launch.ts";

export type Category = "performance" | "accessibility" | "best-practices" | "seo";

export interface Score {
  readonly category: Category;
  /** 0 to 100. */
  readonly score: number;
  /** Audits that cost points. */
  readonly lost: readonly string[];
}

/** Lighthouse's marks for a page, as on a phone (its default) or on a desktop. */
export async function scores(
  url: string,
  categories: readonly Category[],
  formFactor: "mobile" | "desktop" = "mobile",
): Promise<Score[]> {
  const port = Number(await freePort());
  const browser = await chromium.launch({
    ...launchOptions,
    args: [...(launchOptions.args ?? []), `--remote-debugging-port=${port}`],
  });
  try {
    const flags = { port, onlyCategories: [...categories], logLevel: "error" as const };
    const result = await lighthouse(url, flags, formFactor === "desktop" ? desktop : undefined);
    if (result === undefined) throw new Error(`Lighthouse gave no result for ${url}.`);
    const { audits, categories: judged } = result.lhr;
    return categories.map((category) => {
      const { score, auditRefs } = judged[category]!;
      const lost = auditRefs
        .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
        .map(({ id }) => `${id}: ${audits[id]?.displayValue ?? audits[id]?.title}`);
      return { category, score: Math.round((score ?? 0) * 100), lost };
    });
  } finally {
    await browser.close();
  }
}
