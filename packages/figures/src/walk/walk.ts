import type { DemoPage } from "./demo-titles.ts";
import rows from "./walk.json" with { type: "json" };

/** A chapter of the book, and the state of the demo that shows what it explains. */
export interface Step {
  /** The name in the book's addresses. */
  readonly chapter: string;
  readonly en: string;
  readonly zh: string;
  readonly page: DemoPage;
  /** Settings of the page, as in its address. */
  readonly query: string;
}

/** Book and demo as one walk, in the book's order. The row without settings explains a page of the demo as it opens. */
export const walk: readonly Step[] = rows as readonly Step[];

/** The chapter that explains a page of the demo in a state: of those whose settings it has, the one with the most. */
export function chapterOf(page: string, params: ReadonlyMap<string, string>): Step | undefined {
  const settings = ({ query }: Step): [string, string][] => [...new URLSearchParams(query)];
  return walk
    .filter((one) => one.page === page && settings(one).every(([name, value]) => params.get(name) === value))
    .sort((a, b) => settings(b).length - settings(a).length)[0];
}
