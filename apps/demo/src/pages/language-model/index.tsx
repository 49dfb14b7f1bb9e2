import { fill } from "@saccade/figures/messages";
import { Choice } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import type { PageProps } from "../../app/address.ts";
import { partOf } from "../../app/lazily.tsx";
import { useShell, useWords } from "../../app/shell.ts";
import { Challenges, Later } from "../../ui/parts.tsx";
import { SavedRuns } from "../../ui/saved-runs.tsx";
import { Learning } from "./learning.tsx";
import { words } from "./messages/index.ts";
import { LanguageModel } from "./model.ts";
import "./page.css";
import { models } from "./settings.ts";
import { tokenKinds } from "./sizes.ts";
import { CacheView, Flow, NextToken, TextBox } from "./writing.tsx";

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
  const isFilm = settings.model.value === "repeats";
  return (
    <div class="language-model">
      <div class="flow apart">
        <h1>{t.title}</h1>
        <Choice inline legend={t.model} value={settings.model} names={models} labels={t.models} />
        {settings.model.value === "page" && (
          <Choice inline legend={t.tokens} value={settings.tokens} names={tokenKinds} labels={t.tokenKinds} />
        )}
      </div>
      <p class="lead">{isMasked ? t.leadMasked : isFilm ? t.leadRepeats : t.lead}</p>
      {settings.model.value === "files" && <OpenedStage kept={model.opened} settings={settings} />}
      {isFilm && <InductionStage kept={model.induction} settings={settings} />}
      {settings.model.value === "page" && (
        <>
          <SavedRuns
            runs={training.keeping.others.value}
            textOf={({ isOwnText, step, curve }, began) =>
              fill(t.saved, { began, isOwnText, step, loss: curve.at(-1)?.loss.toFixed(2) ?? null })
            }
            resume={(run) => void training.resume(run)}
            forget={(run) => void training.keeping.forget(run)}
          />
          <Flow
            text={<TextBox reader={reader} />}
            inputs={reader.inputs}
            side={<Learning training={training} settings={settings} />}
          >
            <Later>
              <div class="heads-room">
                <Inside look={reader} focus={null} hasCache />
              </div>
            </Later>
            <NextToken reader={reader} />
          </Flow>
          <Later>
            <CacheView reader={reader} />
          </Later>
          <Later>
            <Challenges
              questions={t.questions}
              shows={[
                () => void model.showDraw({ temperature: 0.1, topP: 1 }, "My favorite food is"), // one leads
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

const Inside = partOf(async () => (await import("./inside.tsx")).Inside);
const OpenedStage = partOf(async () => (await import("./opened/stage.tsx")).OpenedStage);
const InductionStage = partOf(async () => (await import("./induction/stage.tsx")).InductionStage);
