import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { useShell, useWords } from "../../app/shell.ts";
import type { PageProps } from "../page.ts";
import { TranslatorChallenges } from "./challenges.tsx";
import { Details } from "./details.tsx";
import { Figure } from "./figure.tsx";
import { FilmBar } from "./film-bar.tsx";
import { TranslatorModel } from "./model.ts";
import { OwnFiles } from "./own-files.tsx";
import "./details.css";
import "./side.css";
import "./page.css";
import { SaveFilm } from "./save-film.tsx";
import { SavedRuns } from "./saved-runs.tsx";
import { Sentence } from "./sentence.tsx";
import { SharedRunNote } from "./shared-run-note.tsx";
import { TrainingPanel } from "./training-panel.tsx";
import { TrainingSettings } from "./training-settings.tsx";
import { words } from "./words.ts";

/** A GRU translator with general attention (Luong, Pham & Manning 2015), trained in the tab on a grammar, and filmed. */
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
    <div class="translator">
      <h1>{t.title}</h1>
      <p class="lead">{t.lead}</p>
      <SharedRunNote model={model} />
      <section class="stage">
        <Sentence model={model} />
        <div class="side">
          <TrainingPanel model={model} />
          <SaveFilm model={model} />
          <TrainingSettings model={model} />
        </div>
        <Figure model={model} />
        <FilmBar model={model} />
      </section>
      <SavedRuns model={model} />
      <TranslatorChallenges model={model} />
      <Details model={model} />
      <OwnFiles model={model} />
    </div>
  );
}
