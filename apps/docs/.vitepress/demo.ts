import { demoTitles } from "../../../packages/figures/src/walk/demo-titles.ts";
import { walk } from "../../../packages/figures/src/walk/walk.ts";

/** The page of the demo that shows what a chapter explains, and the state it opens in. */
export interface DemoState {
  readonly title: string;
  /** From the "#" on. */
  readonly hash: string;
}

/** The demo of a chapter, by the path of its source; null for other pages. */
export function demoOf(relativePath: string): DemoState | null {
  const [, zh, chapter] = /^(zh\/)?book\/(.+)\.md$/.exec(relativePath) ?? [];
  const step = walk.find((one) => one.chapter === chapter);
  if (step === undefined) return null;
  const lang = zh === undefined ? "en" : "zh";
  const query = new URLSearchParams(step.query);
  query.set("lang", lang);
  return { title: demoTitles[step.page][lang], hash: `#/${step.page}?${query}` };
}
