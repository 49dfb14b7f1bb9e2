import type { JSX } from "preact";
import type { PageEntry } from "../pages/page.ts";
import { pages } from "../pages/table.ts";
import { useShell } from "./shell.ts";

/** One sentence that leads from a page to the next. */
export function NextPage({ entry }: { readonly entry: PageEntry }): JSX.Element | null {
  const { store, language } = useShell();
  const next = pages[pages.indexOf(entry) + 1];
  if (entry.next === undefined || next === undefined) return null;
  return (
    <p class="next-page">
      {entry.next[language.value]}{" "}
      <a class="next-page-link" href={store.hrefOf(next.name)}>
        {next.title[language.value]} →
      </a>
    </p>
  );
}
