import { fill, grouped } from "@saccade/figures/messages";
import { Choice, Curves } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { useWords } from "../../app/shell.ts";
import { DeviceChoice, DeviceLine } from "../../ui/device.tsx";
import { FigureFrame } from "../../ui/figure-frame.tsx";
import { Button, RunStatus } from "../../ui/parts.tsx";
import type { CurvePoint, Sample } from "./calls.ts";
import { words } from "./messages/index.ts";
import { fetchText } from "./runs.ts";
import { lengthsOfTraining, type Settings } from "./settings.ts";
import { longest, shortest } from "./sizes.ts";
import type { Training } from "./training.ts";

interface TrainingProps {
  readonly training: Training;
}

/** Training from scratch: the loss, and the model's texts along the way. */
export function Learning({
  training,
  settings,
}: TrainingProps & { readonly settings: Settings }): JSX.Element {
  const t = useWords(words);
  const { parameters, characters, computer } = training.facts.value;
  const { step, curve, samples } = training.progress.value;
  const last = Number(settings.steps.value);
  const state = training.status.value;
  const running = state === "running";
  const busy = running || state === "starting";
  const shipped = training.shipped.value;
  const loss = curve.at(-1)?.loss.toFixed(2) ?? "–";
  const status =
    state === "starting"
      ? t.status.starting
      : shipped
        ? fill(t.shipped, { step })
        : `${t.status[state]}: ${fill(t.progress, { step, last: Math.max(step, last) })}, ${t.loss} ${loss}`;
  return (
    <section class="learning">
      <h2>{t.learnTitle}</h2>
      <div class="buttons">
        <Button text={t.start} primary disabled={busy} onClick={() => training.scratch()} />
        {running && <Button text={t.pause} onClick={() => training.pause()} />}
        {!busy && !shipped && (
          <>
            <Button text={t.goOn} disabled={step >= last} onClick={() => training.goOn()} />
            <Button text={t.shippedAgain} onClick={() => training.backToShipped()} />
          </>
        )}
      </div>
      <RunStatus status={state} text={status} problem={training.message.value?.(t) ?? ""} />
      <DeviceLine computer={computer} failure={training.gpuFailure.value} />
      <LossCurve points={curve} samples={samples} label={t.lossLabel} />
      <Samples samples={samples} />
      <details>
        <summary>{t.ownText}</summary>
        <OwnText training={training} />
        <Choice legend={t.stepsLegend} value={settings.steps} names={lengthsOfTraining} labels={t.lengths} />
        <DeviceChoice value={settings.device} />
      </details>
      <p class="quiet">
        {fill(t.learnText, { parameters, characters, tokens: settings.tokens.value })}
        {computer !== null && computer.backend !== "webgpu" && (
          <span title={computer.note}>
            {" "}
            {fill(t.computedBy[computer.backend], { threads: computer.threads, note: computer.note })}
          </span>
        )}
      </p>
    </section>
  );
}

/** Samples of the model during training, one per line, from noise to text; the first stays visible. */
function Samples({ samples }: { readonly samples: readonly Sample[] }): JSX.Element {
  const t = useWords(words);
  const list = useRef<HTMLOListElement>(null);
  const count = samples.length;
  useEffect(() => {
    if (count > 0) list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [count]);
  return (
    <figure class="samples">
      <figcaption>{t.samples}</figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <ol class="bare" ref={list} tabIndex={0} aria-label={t.samples}>
        {samples.map(({ step, text }) => (
          <li key={step} data-step={step} title={text}>
            <span class="number quiet">{grouped(step)}</span>
            <span class="text">{text.replaceAll("\n", " ⏎ ")}</span>
          </li>
        ))}
      </ol>
    </figure>
  );
}

/** The reader's text to train on. */
function OwnText({ training }: TrainingProps): JSX.Element {
  const t = useWords(words);
  const text = training.ownText.value;
  const given = text?.trim().length ?? 0;
  const isShort = given > 0 && given < shortest;
  const put = (value: string): void => {
    training.ownText.value = value.trim() === "" ? null : value;
  };
  return (
    <div class="own-text">
      <label class="field">
        <span class="unseen">{t.ownText}</span>
        <textarea
          rows={4}
          spellcheck={false}
          placeholder={fill(t.ownHint, { shortest })}
          value={text ?? ""}
          onInput={(event) => put(event.currentTarget.value)}
        />
      </label>
      <p class={isShort ? "wrong" : "quiet"} role="status">
        {given === 0 && fill(t.ownHint, { shortest })}
        {isShort && fill(t.tooShort, { given, shortest })}
        {given >= shortest && fill(t.given, { given, used: Math.min(given, longest), cut: given > longest })}
      </p>
      <div class="buttons">
        <Button
          text={t.chinese}
          onClick={() => fetchText("chinese").then(put, (error) => training.tell(error))}
        />
        {text !== null && <Button text={t.emptied} onClick={() => put("")} />}
      </div>
    </div>
  );
}

interface LossCurveProps {
  readonly points: readonly CurvePoint[];
  /** Kept samples are marked by dots. */
  readonly samples?: readonly Sample[];
  /** A message of the first loss, the last, and the last step. */
  readonly label: string;
}

const none: readonly Sample[] = [];

/** The loss of training and of the held-out text by step. */
export function LossCurve({ points, samples = none, label }: LossCurveProps): JSX.Element {
  const t = useWords(words);
  const measured = useMemo(() => points.filter((point) => point.heldOut !== null), [points]);
  const curves = useMemo(
    () => [
      { name: "train orange", x: points.map(({ step }) => step), y: points.map(({ loss }) => loss) },
      {
        name: "held-out green",
        x: measured.map(({ step }) => step),
        y: measured.map((point) => point.heldOut ?? 0),
      },
    ],
    [points, measured],
  );
  const dots = useMemo(() => samples.map(({ step }) => step), [samples]);
  const [first, last] = [points[0], points.at(-1)];
  const text = fill(label, {
    first: first?.loss.toFixed(2) ?? "–",
    last: last?.loss.toFixed(2) ?? "–",
    step: last?.step ?? 0,
  });
  return (
    <figure class="loss-curve">
      <p class="keys flow" aria-hidden="true">
        <span class="swatch orange">{t.lossByStep}</span>
        {measured.length > 0 && <span class="swatch green">{t.heldOut}</span>}
      </p>
      <FigureFrame name="loss" title={text}>
        <Curves curves={curves} dots={dots} height={130} end={50} label={text} />
      </FigureFrame>
    </figure>
  );
}
