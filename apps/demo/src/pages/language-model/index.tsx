import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { useShell, useWords } from "../../app/shell.ts";
import type { PageProps } from "../page.ts";
import { CacheView } from "./cache-view.tsx";
import { HeadsView } from "./heads-view.tsx";
import { Learning } from "./learning.tsx";
import { LanguageModel } from "./model.ts";
import { NextToken } from "./next-token.tsx";
import "./page.css";
import { TextBox } from "./text-box.tsx";
import { words } from "./words.ts";

/** A small GPT that learns in the tab and writes, its distribution, its cache and its heads. */
export function Page({ state }: PageProps): JSX.Element {
  const t = useWords(words);
  const model = useMemo(() => new LanguageModel(state), [state]);
  const { notice, language } = useShell();
  useEffect(() => {
    notice.value = "";
    return () => {
      if (model.end()) notice.value = words[language.peek()].stoppedElsewhere;
    };
  }, [model, notice, language]);
  const { reader, training } = model;
  return (
    <div class="language-model">
      <h1>{t.title}</h1>
      <p class="lead">{t.lead}</p>
      <div class="stage">
        <section class="writing">
          <TextBox reader={reader} />
          <NextToken reader={reader} />
        </section>
        <Learning training={training} settings={model.settings} />
      </div>
      <CacheView reader={reader} />
      <HeadsView reader={reader} />
    </div>
  );
}
