import { dictionary } from "@saccade/figures/messages";
import { OfflineCopy } from "@saccade/offline/keep";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { everyPage } from "../pages/table.ts";
import en from "./offline.en.json" with { type: "json" };
import { useShell, useWords } from "./shell.ts";

const words = dictionary(en, () => import("./offline.zh.json"));

/** Says which pages open without a network, below the failure of one that does not. */
export function NotKept(): JSX.Element | null {
  const t = useWords(words);
  const { store, language } = useShell();
  const [kept, setKept] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    const copy = new OfflineCopy(new URL("./sw.js", document.baseURI));
    copy.pages().then(setKept);
  }, []);
  const pages = everyPage.filter(({ name }) => kept.has(name));
  if (pages.length === 0) return null;
  return (
    <p class="not-kept">
      {t.notKept}
      {pages.map(({ name, title }, i) => (
        <>
          {i > 0 && t.between}
          <a href={store.hrefOf(name)}>{title[language.value]}</a>
        </>
      ))}
      {t.end}
    </p>
  );
}
