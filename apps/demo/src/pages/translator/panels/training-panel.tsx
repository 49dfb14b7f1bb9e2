import type { JSX } from "preact";
import { useWords } from "../../../app/shell.ts";
import { grouped } from "../../../ui/grouped.ts";
import type { TranslatorModel } from "../model.ts";
import { measured, runsMeasured } from "../shipped/measured.ts";
import { start } from "../shipped/start.gen.ts";
import { percent } from "../words/percent.ts";
import { timeLeft } from "../words/time-left.ts";
import { words } from "../words/words.ts";
import { LearningCurve } from "./learning-curve.tsx";
import { MessageLine } from "./message-line.tsx";

const shippedAccuracy = start.film.frames.at(-1)?.accuracy ?? 0;

/** Start and pause, the numbers of the moment that is shown, and their curves. */
export function TrainingPanel({ model }: { readonly model: TranslatorModel }): JSX.Element {
  const t = useWords(words);
  const { training, session, settings } = model;
  const { heldOut, isGrammar } = session.facts.value;
  const { epoch, loss, accuracy } = model.view.value;
  const epochs = Math.max(Number(settings.epochs.value), training.losses.value.length);
  return (
    <div class="panel">
      <Buttons model={model} />
      <dl class="numbers">
        <div>
          <dt>{t.epoch}</dt>
          <dd class="epoch-now">
            {epoch} <small>/ {epochs}</small>
          </dd>
        </div>
        <div>
          <dt>{t.loss}</dt>
          <dd class="loss-now">{loss === null ? "–" : loss.toPrecision(3)}</dd>
        </div>
        <div title={t.accuracyNote(heldOut)}>
          <dt>{t.accuracy}</dt>
          <dd class="accuracy-now">{accuracy === null ? "–" : percent(accuracy)}</dd>
        </div>
      </dl>
      <p class="quiet held-out">
        {heldOut === 0
          ? t.noneHeldOut
          : accuracy === null
            ? t.accuracyNote(heldOut)
            : t.right(Math.round(accuracy * heldOut), heldOut)}
      </p>
      <LearningCurve model={model} />
      {isGrammar && (
        <p class="quiet measured">{t.measured(percent(shippedAccuracy), runsMeasured, measured)}</p>
      )}
      <StatusLine model={model} />
      <MessageLine model={model} place="training" />
    </div>
  );
}

/** Where the run is, how fast it goes, and how long it still takes; apart, since it changes most often. */
function StatusLine({ model }: { readonly model: TranslatorModel }): JSX.Element {
  const t = useWords(words);
  const { training, settings } = model;
  const { losses, step, tokensPerSecond, secondsLeft } = training.progress.value;
  const status = training.status.value;
  const epochs = Math.max(Number(settings.epochs.value), losses.length);
  const pace = [
    tokensPerSecond === null ? "" : t.tokensPerSecond(grouped(Math.round(tokensPerSecond))),
    status === "running" && secondsLeft !== null ? t.left(timeLeft(t, secondsLeft)) : "",
  ];
  const spoken = t.statusLine(t.status[status], t.progress(losses.length, epochs, step));
  return (
    <div>
      <p class="number status" data-status={status}>
        {`${spoken} `}
        <br />
        <span class="pace">{pace.filter((text) => text !== "").join(", ")}</span>
      </p>
      {/* Spoken when it rests: a line for each epoch would never end. */}
      <p class="unseen" role="status">
        {status === "running" ? "" : spoken}
      </p>
    </div>
  );
}

function Buttons({ model }: { readonly model: TranslatorModel }): JSX.Element {
  const t = useWords(words);
  const { training, session, settings } = model;
  const hasBegun = training.hasBegun.value;
  if (training.status.value === "running") {
    return (
      <div class="buttons">
        <button type="button" class="primary" onClick={() => training.pause()}>
          {t.pause}
        </button>
      </div>
    );
  }
  if (training.status.value === "starting") {
    // It keeps the focus, which a disabled button loses.
    return (
      <div class="buttons">
        <button type="button" class="primary" aria-disabled="true">
          {t.starting}
        </button>
      </div>
    );
  }
  const canGoOn = hasBegun && training.losses.value.length < Number(settings.epochs.value);
  const isOwn = !session.shipped.value;
  return (
    <div class="buttons">
      {canGoOn && isOwn && (
        <button type="button" class="primary" onClick={() => model.goOn()}>
          {t.goOn}
        </button>
      )}
      <button type="button" class={canGoOn && isOwn ? "" : "primary"} onClick={() => model.scratch()}>
        {isOwn && hasBegun ? t.startOver : t.scratch}
      </button>
      {canGoOn && !isOwn && (
        <button type="button" onClick={() => model.goOn()}>
          {t.goOn}
        </button>
      )}
    </div>
  );
}
