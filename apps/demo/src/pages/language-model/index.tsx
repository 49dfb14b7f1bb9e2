import { Choice } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { useShell, useWords } from "../../app/shell.ts";
import { Later } from "../../ui/later.tsx";
import { SavedRuns } from "../../ui/saved-runs.tsx";
import type { PageProps } from "../page.ts";
import { CacheView } from "./cache-view.tsx";
import { LanguageChallenges } from "./challenges.tsx";
import { HeadsView } from "./heads-view.tsx";
import { Learning } from "./learning.tsx";
import { LanguageModel } from "./model.ts";
import { NextToken } from "./next-token.tsx";
import { OpenedPart } from "./opened-part.tsx";
import "./heads.css";
import "./page.css";
import { models } from "./settings.ts";
import { TextBox } from "./text-box.tsx";
import { words } from "./words.ts";

/** A small GPT that learns in the tab and writes, its distribution, its cache and its heads; or a checkpoint of the reader. */
export function Page({ state }: PageProps): JSX.Element {
  const t = useWords(words);
  const model = useMemo(() => new LanguageModel(state), [state]);
  const { notice, language } = useShell();
  useEffect(() => {
    notice.value = "";
    return () => {
      const ended = model.end();
      if (ended !== null) notice.value = words[language.peek()][ended];
    };
  }, [model, notice, language]);
  const { reader, training, settings } = model;
  const opened = settings.model.value === "files" ? model.opened.value?.model.value : null;
  const isMasked = opened?.facts.modelType === "bert";
  return (
    <div class="language-model">
      <div class="title">
        <h1>{t.title}</h1>
        <Choice legend={t.model} value={settings.model} names={models} labels={t.models} />
      </div>
      <p class="lead">{isMasked ? t.leadMasked : t.lead}</p>
      {settings.model.value === "files" ? (
        <OpenedPart parts={model.opened} settings={settings} />
      ) : (
        <>
          <SavedRuns
            runs={training.keeping.others.value}
            textOf={({ isOwnText, step, curve }, began) =>
              t.saved(began, isOwnText, step, curve.at(-1)?.loss.toFixed(2) ?? null)
            }
            resume={(run) => void training.resume(run)}
            forget={(run) => void training.keeping.forget(run)}
          />
          <div class="stage">
            <section class="writing">
              <TextBox reader={reader} />
              <NextToken reader={reader} />
            </section>
            <Learning training={training} settings={settings} />
          </div>
          <Later>
            <CacheView reader={reader} />
          </Later>
          <Later>
            <HeadsView source={reader} />
          </Later>
          <Later>
            <LanguageChallenges model={model} />
          </Later>
        </>
      )}
    </div>
  );
}
