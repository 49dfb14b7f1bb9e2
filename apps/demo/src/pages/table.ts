import type { Dictionary } from "@saccade/figures/messages";
import { type DemoPage, demoTitles } from "@saccade/figures/walk/demo-titles";
import type { ComponentType } from "preact";
import type { PageProps } from "../app/address.ts";

/** The exports of a page's index.tsx. */
export interface PageModule {
  readonly Page: ComponentType<PageProps>;
}

/** One line of the table of pages. The frame's texts may have a sentence that leads from it to the next ("next"). */
export interface PageEntry {
  /** Its name in the address: lower-case letters, digits and hyphens. */
  readonly name: string;
  readonly title: Dictionary<string>;
  /** Whether its workers compute by as many threads as there are. */
  readonly usesThreads?: boolean;
  readonly load: () => Promise<PageModule>;
}

const page = (name: DemoPage, usesThreads: boolean, load: PageEntry["load"]): PageEntry => ({
  ...{ name, title: demoTitles[name], usesThreads, load },
});

/** The walk: the pages of the menu in its order; the first is where the app opens. */
export const pages: readonly PageEntry[] = [
  page("opening", false, () => import("./opening/index.tsx")),
  page("kernel-regression", false, () => import("./kernel-regression/index.tsx")),
  page("scoring", false, () => import("./scoring/index.tsx")),
  page("translator", true, () => import("./translator/index.tsx")),
  page("transformer", false, () => import("./transformer/index.tsx")),
  page("language-model", true, () => import("./language-model/index.tsx")),
  page("arena", false, () => import("./arena/index.tsx")),
];

/** A page beside the walk, which the footer leads to. */
export const speed: PageEntry = page("speed", true, () => import("./speed/index.tsx"));

export const everyPage: readonly PageEntry[] = [...pages, speed];

/** Whether a page has this name; the first page is also at the bare address. */
export function isPage(name: string): boolean {
  return name === "" || everyPage.some((page) => page.name === name);
}

/** The page of a name; the first for a name that no page has. */
export function pageNamed(name: string): PageEntry {
  const entry = everyPage.find((page) => page.name === name) ?? pages[0];
  if (entry === undefined) throw new Error("the table of pages is empty");
  return entry;
}
