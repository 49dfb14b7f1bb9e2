import { LearningCurve } from "@saccade/figures/learning-curve";
import { fill, grouped, percent } from "@saccade/figures/messages";
import { Choice, Slider } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { useWords } from "../../app/shell.ts";
import { DeviceChoice, DeviceLine } from "../../ui/device.tsx";
import { Button } from "../../ui/parts.tsx";
import { MessageLine, words } from "./messages/index.tsx";
import type { TranslatorModel } from "./model.ts";
import { learningRates, lengthsOfTraining } from "./settings.ts";
import { start } from "./shipped/start.ts";

interface Props {
  readonly model: TranslatorModel;
}

const shippedAccuracy = start.film.frames.at(-1)?.accuracy ?? 0;

/** Start and pause, the numbers of the moment that is shown, and their curves. */
export function TrainingPanel({ model }: Props): JSX.Element {
  const t = useWords(words);
  const { training, film } = model;
  const { heldOut, isGrammar } = training.facts.value;
  const { epoch, loss, accuracy } = model.view.value;
  const losses = training.losses.value;
  const epochs = training.epochs.value;
  const accuracies = film.accuracies.value;
  const lastAccuracy = accuracies.get(Math.max(...accuracies.keys()));
  return (
    <div class="panel">
      <Buttons model={model} />
      <dl class="numbers number flow apart">
        <div>
          <dt class="quiet">{t.epoch}</dt>
          <dd class="epoch-now">
            {epoch} <small>/ {epochs}</small>
          </dd>
        </div>
        <div>
          <dt class="quiet">{t.loss}</dt>
          <dd class="loss-now way orange">{digits(loss)}</dd>
        </div>
        <div title={fill(t.accuracyNote, { count: heldOut })}>
          <dt class="quiet">{t.accuracy}</dt>
          <dd class="accuracy-now way green">{accuracy === null ? "–" : percent(accuracy)}</dd>
        </div>
      </dl>
      <p class="quiet held-out">
        {heldOut === 0
          ? t.noneHeldOut
          : accuracy === null
            ? fill(t.accuracyNote, { count: heldOut })
            : fill(t.right, { right: Math.round(accuracy * heldOut), count: heldOut })}
      </p>
      <LearningCurve
        {...{ losses, accuracies, epochs, percent }}
        at={epoch}
        names={{ loss: t.loss, accuracy: t.accuracy, epochs: fill(t.epochsCount, { epochs }) }}
        label={fill(t.curveLabel, {
          epochs: losses.length,
          first: digits(losses[0]),
          last: digits(losses.at(-1)),
          accuracy: lastAccuracy === undefined ? "–" : percent(lastAccuracy),
        })}
      />
      {isGrammar && <p class="quiet measured">{fill(t.measured, { shipped: percent(shippedAccuracy) })}</p>}
      <StatusLine model={model} />
      <DeviceLine computer={training.facts.value.computer} failure={model.gpuFailure.value} />
      <MessageLine model={model} place="training" />
    </div>
  );
}

const digits = (loss: number | null | undefined): string => loss?.toPrecision(3) ?? "–";

/** Where the run is, and how long it still takes; apart, since it changes most often. */
function StatusLine({ model }: Props): JSX.Element {
  const t = useWords(words);
  const { training } = model;
  const { losses, step, secondsLeft } = training.progress.value;
  const status = training.status.value;
  const seconds = Math.round(secondsLeft ?? 0);
  const spoken = fill(t.statusLine, {
    status: t.status[status],
    progress: fill(t.progress, { epoch: losses.length, epochs: training.epochs.value, step }),
  });
  return (
    <div>
      <p class="quiet number status" data-status={status}>
        {`${spoken} `}
        <br />
        {status === "running" &&
          secondsLeft !== null &&
          fill(t.left, { minutes: Math.floor(seconds / 60), seconds: seconds % 60 })}
      </p>
      {/* Spoken when it rests: a line for each epoch would never end. */}
      <p class="unseen" role="status">
        {status === "running" ? "" : spoken}
      </p>
    </div>
  );
}

function Buttons({ model }: Props): JSX.Element {
  const t = useWords(words);
  const { training, settings } = model;
  const hasBegun = training.progress.value.step > 0;
  const status = training.status.value;
  const canGoOn = hasBegun && training.losses.value.length < Number(settings.epochs.value);
  const isOwn = !training.shipped.value;
  const goOn = canGoOn && (
    <Button class={isOwn ? "primary" : ""} text={t.goOn} onClick={() => model.goOn()} />
  );
  return (
    <div class="buttons">
      {status === "running" ? (
        <Button class="primary" text={t.pause} onClick={() => training.pause()} />
      ) : status === "starting" ? (
        // It keeps the focus, which a disabled button loses.
        <button type="button" class="primary" aria-disabled="true">
          {t.starting}
        </button>
      ) : (
        <>
          {isOwn && goOn}
          <Button
            class={canGoOn && isOwn ? "" : "primary"}
            text={isOwn && hasBegun ? t.startOver : t.scratch}
            onClick={() => model.scratch()}
          />
          {!isOwn && goOn}
        </>
      )}
    </div>
  );
}

/** Settings of a run: seed, learning rate, epochs; and single steps. */
export function TrainingSettings({ model }: Props): JSX.Element {
  const t = useWords(words);
  const { settings, training } = model;
  const epochs = settings.epochs.value;
  const lengths = [...new Set([...lengthsOfTraining, epochs])].toSorted((a, b) => Number(a) - Number(b));
  const { pairs, pairsOfEpoch, heldOut, parameters, computer } = training.facts.value;
  return (
    <details class="training-settings">
      <summary>{t.settings}</summary>
      <p>
        {fill(t.trainText, {
          pairs,
          ofEpoch: pairsOfEpoch,
          fewer: pairsOfEpoch < pairs,
          heldOut,
          parameters: grouped(parameters),
        })}
      </p>
      {training.shipped.value && <p>{t.shipped}</p>}
      <div class="even">
        <Choice legend={t.epochs} value={settings.epochs} names={lengths} />
        <Choice legend={t.rate} value={settings.lr} names={learningRates} labels={t.rates} />
        <Slider label={t.seed} value={settings.seed} min={0} max={99} step={1} />
        <DeviceChoice value={settings.device} />
      </div>
      <p class="quiet">{t.startsNext}</p>
      <Button disabled={training.isBusy.value} text={t.step} onClick={() => model.step()} />
      {computer !== null && computer.backend !== "webgpu" && (
        <p class="quiet" title={computer.note}>
          {fill(t.computedBy[computer.backend], {
            threads: computer.threads,
            kernels: computer.kernels,
            note: computer.note,
          })}
        </p>
      )}
    </details>
  );
}
