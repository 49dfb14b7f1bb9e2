import { fill } from "@saccade/figures/messages";
import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import type { PageProps } from "../../app/address.ts";
import { useShell, useWords } from "../../app/shell.ts";
import { Button, Challenges, Later } from "../../ui/parts.tsx";
import { SavedRuns } from "../../ui/saved-runs.tsx";
import { Details, OwnFiles } from "./details.tsx";
import { Figure, FilmBar, SaveFilm, Sentence } from "./figure.tsx";
import { words } from "./messages/index.tsx";
import { earlyEpoch, TranslatorModel } from "./model.ts";
import "./page.css";
import { TrainingPanel, TrainingSettings } from "./training-panel.tsx";

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
          fill(t.saved, {
            began,
            name: settings.name,
            named: settings.name !== "",
            epochs: losses.length,
            loss: losses.at(-1)?.toFixed(3) ?? null,
            step,
          })
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
        <Challenges
          questions={t.questions}
          shows={[() => model.showEpoch(0), () => model.showEpoch(1), () => model.showEpoch(earlyEpoch)]}
        />
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

/** For a link that shares a run: its request, whether this browser computes the same, and whether it has done so. */
function SharedRunNote({ model }: { readonly model: TranslatorModel }): JSX.Element | null {
  const t = useWords(words);
  const { settings, training } = model;
  const { kernels, seed, lr, epochs } = settings;
  if (kernels.value === "") return null;
  const fit = model.fit.value;
  const reached = model.reached.value;
  const isWaiting = reached === null && training.shipped.value && training.status.value === "idle";
  return (
    <div class="shared callout flow" role="status">
      <p>
        {fill(t.sharedRun, { seed: seed.value, lr: lr.value, epochs: epochs.value })}{" "}
        {isWaiting && `${t.pressStart} `}
        {fit !== null && (
          <strong>{fill(t.fits[fit], { asked: kernels.value, own: model.ownKernels })}</strong>
        )}{" "}
        {reached !== null &&
          (reached.asked === reached.own
            ? fill(t.reproduced, { loss: reached.own.toPrecision(6) })
            : fill(t.notReproduced, {
                own: reached.own.toPrecision(6),
                asked: reached.asked.toPrecision(6),
              }))}
      </p>
      <Button text={t.forgetLink} onClick={() => model.forgetLink()} />
    </div>
  );
}
