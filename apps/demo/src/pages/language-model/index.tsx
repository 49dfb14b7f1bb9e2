import type { Signal } from "@preact/signals";
import { Choice } from "@saccade/figures/ui";
import type { ComponentType, JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { Failure } from "../../app/failure.tsx";
import { useShell, useWords } from "../../app/shell.ts";
import { shellWords } from "../../app/shell-words.ts";
import { Challenges } from "../../ui/challenges.tsx";
import { Later } from "../../ui/later.tsx";
import { SavedRuns } from "../../ui/saved-runs.tsx";
import type { PageProps } from "../page.ts";
import { CacheView } from "./cache-view.tsx";
import { HeadsView } from "./heads-view.tsx";
import { Learning } from "./learning.tsx";
import { words } from "./messages/index.ts";
import { LanguageModel } from "./model.ts";
import type { Opened } from "./opened/opened.ts";
import "./page.css";
import { models, type Settings } from "./settings.ts";
import { Writing } from "./writing.tsx";

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
        <OpenedPart kept={model.opened} settings={settings} />
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
            <Writing reader={reader} />
            <Learning training={training} settings={settings} />
          </div>
          <Later>
            <CacheView reader={reader} />
          </Later>
          <Later>
            <HeadsView heads={reader.heads} focus={null} hasCache />
          </Later>
          <Later>
            <Challenges
              questions={t.questions}
              shows={[
                () => void model.showDraw({ temperature: 0.1, topP: 1 }),
                () => void model.showDraw({ temperature: 1, topP: 0.5 }),
                () => void model.showDraw({ temperature: 1, topP: 0.9 }).then(() => reader.draw()),
              ]}
            />
          </Later>
        </>
      )}
    </div>
  );
}

interface OpenedPartProps {
  /** Where the opened model is kept while the reader looks at the other one. */
  readonly kept: Signal<Opened | null>;
  readonly settings: Settings;
}

/** The part of the page that opens checkpoints: its code is fetched when it is first wanted. */
function OpenedPart({ kept, settings }: OpenedPartProps): JSX.Element {
  const t = useWords(shellWords);
  const [Stage, setStage] = useState<ComponentType<{ readonly opened: Opened }> | null>(null);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    Promise.all([import("./opened/stage.tsx"), import("./opened/opened.ts")]).then(
      ([{ OpenedStage }, { Opened: Kept }]) => {
        kept.value ??= new Kept(settings);
        setStage(() => OpenedStage);
      },
      (reason: unknown) => setError(reason),
    );
  }, [kept, settings]);
  if (error !== null) {
    const again = (): void => window.location.reload();
    return <Failure message={t.loadFailed} error={error} action={t.retry} onAction={again} />;
  }
  const opened = kept.value;
  return Stage === null || opened === null ? <p class="quiet">{t.loading}</p> : <Stage opened={opened} />;
}
