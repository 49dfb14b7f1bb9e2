import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { useShell, useWords } from "../../app/shell.ts";
import type { PageProps } from "../page.ts";
import { Alignment } from "./alignment.tsx";
import { Decoding } from "./decoding.tsx";
import { Exchange } from "./exchange.tsx";
import { TranslatorModel } from "./model.ts";
import { OwnFiles } from "./own-files.tsx";
import "./page.css";
import { Sentence } from "./sentence.tsx";
import { Training } from "./training.tsx";
import { words } from "./words.ts";

/** A GRU translator with general attention (Luong, Pham & Manning 2015), trained in the tab on a grammar. */
export function Page({ state }: PageProps): JSX.Element {
  const t = useWords(words);
  const model = useMemo(() => new TranslatorModel(state), [state]);
  const { notice, language } = useShell();
  useEffect(() => {
    notice.value = "";
    return () => {
      if (model.end()) notice.value = words[language.peek()].pausedElsewhere;
    };
  }, [model, notice, language]);
  return (
    <>
      <h1>{t.title}</h1>
      <p class="lead">{t.lead}</p>
      <section>
        <Sentence model={model} />
        <Exchange model={model} />
        <div class="aligned">
          <Alignment model={model} />
          <Decoding model={model} />
        </div>
      </section>
      <Training model={model} />
      <OwnFiles model={model} />
    </>
  );
}
