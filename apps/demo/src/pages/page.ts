import type { ComponentType } from "preact";
import type { PageState } from "../app/page-state.ts";
import type { Dictionary } from "../app/words.ts";

/** Props of a page's component. */
export interface PageProps {
  readonly state: PageState;
}

/** The exports of a page's index.tsx. */
export interface PageModule {
  readonly Page: ComponentType<PageProps>;
}

/** One line of the table of pages. */
export interface PageEntry {
  /** Its name in the address: lower-case letters, digits and hyphens. */
  readonly name: string;
  readonly title: Dictionary<string>;
  /** One sentence that leads to the next page in the table; the last has none. */
  readonly next?: Dictionary<string>;
  /** Whether its workers compute by as many threads as there are. */
  readonly usesThreads?: true;
  readonly load: () => Promise<PageModule>;
}
