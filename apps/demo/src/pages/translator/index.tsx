import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { useShell, useWords } from "../../app/shell.ts";
import { Later } from "../../ui/later.tsx";
import { SavedRuns } from "../../ui/saved-runs.tsx";
import type { PageProps } from "../page.ts";
import { TranslatorModel } from "./model.ts";
import { TranslatorChallenges } from "./panels/challenges.tsx";
import { Details } from "./panels/details.tsx";
import { Figure } from "./panels/figure.tsx";
import { FilmBar } from "./panels/film-bar.tsx";
import { OwnFiles } from "./panels/own-files.tsx";
import "./panels/details.css";
import "./panels/side.css";
import "./page.css";
import { SaveFilm } from "./panels/save-film.tsx";
import { Sentence } from "./panels/sentence.tsx";
import { SharedRunNote } from "./panels/shared-run-note.tsx";
import { TrainingPanel } from "./panels/training-panel.tsx";
import { TrainingSettings } from "./panels/training-settings.tsx";
import { words } from "./words/words.ts";

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
      <SavedRuns
        runs={model.keeping.others.value}
        textOf={({ settings, losses, step }, began) =>
          t.saved(began, settings.name, losses.length, losses.at(-1)?.toFixed(3) ?? null, step)
        }
        resume={(run) => void model.resume(run)}
        forget={(run) => void model.keeping.forget(run)}
      />
      <section class="stage">
        <Sentence model={model} />
        <div class="side">
          <TrainingPanel model={model} />
          <Later>
            <SaveFilm model={model} />
            <TrainingSettings model={model} />
          </Later>
        </div>
        <Figure model={model} />
        <FilmBar model={model} />
      </section>
      <Later>
        <TranslatorChallenges model={model} />
      </Later>
      <Later>
        <Details model={model} />
      </Later>
      <Later>
        <OwnFiles model={model} />
      </Later>
    </div>
  );
}
