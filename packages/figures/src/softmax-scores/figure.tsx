import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import type { FigureProps } from "../index.ts";
import { fill } from "../messages.ts";
import { Choice, Slider, short } from "../ui/index.ts";
import { measure } from "./scores.ts";
import "./softmax-scores.css";
import type en from "./en.json";

const places = ["0", "1", "2", "3"] as const;
const first = [2, 1, 0, -1] as const;
const reach = 6; // of the scores, both ways

/** Scores, their softmax, and the loss and its gradient for the answer that is right. */
export function Figure({ t }: FigureProps<typeof en>) {
  const scores = [useSignal(2), useSignal(1), useSignal(0), useSignal(-1)];
  const right = useSignal<(typeof places)[number]>("1");
  const temperature = useSignal(1);
  const shift = useSignal(0);
  const numbers = scores.map(({ value }) => value);
  const now = useMemo(
    () => measure(numbers, Number(right.value), temperature.value, shift.value),
    [...numbers, right.value, temperature.value, shift.value],
  );
  const step = (): void => {
    for (const [i, score] of scores.entries()) {
      const moved = score.value - (now.gradient[i] ?? 0);
      score.value = Math.round(100 * Math.min(reach, Math.max(-reach, moved))) / 100;
    }
  };
  const reset = (): void => {
    for (const [i, score] of scores.entries()) score.value = first[i] ?? 0;
    temperature.value = 1;
    shift.value = 0;
  };
  return (
    <figure class="fig-softmax-scores" data-done="true">
      <p class="sentence">{t.sentence}</p>
      <Choice legend={t.right} value={right} names={places} labels={(_, i) => t.answers[i] ?? ""} />
      <div class="rows">
        <p class="quiet heads" aria-hidden="true">
          <span>softmax</span>
          <span>{t.gradient}</span>
        </p>
        {scores.map((score, i) => {
          const answer = t.answers[i] ?? "";
          const [p, gradient] = [now.probabilities[i] ?? 0, now.gradient[i] ?? 0];
          const isRight = i === Number(right.value);
          return (
            <div key={answer} class={isRight ? "row right green" : "row orange"}>
              <Slider
                label={fill(t.score, { answer })}
                value={score}
                min={-reach}
                max={reach}
                step={0.01}
                digits={2}
              />
              <div
                class="shown"
                role="img"
                aria-label={fill(t.row, { answer, p: p.toFixed(3), gradient: short(gradient, 3) })}
              >
                <span class="bar" style={{ "--share": p }}>
                  <span class="number">{p.toFixed(3)}</span>
                </span>
                <Push gradient={gradient} text={short(gradient, 3)} />
              </div>
            </div>
          );
        })}
      </div>
      <p class="result number flow" role="status">
        <span>
          {t.loss} = −ln {(now.probabilities[Number(right.value)] ?? 0).toFixed(3)} ={" "}
          <strong>{now.loss.toFixed(3)}</strong>
        </span>
        <span>{fill(t.entropy, { bits: now.entropy.toFixed(2) })}</span>
      </p>
      <div class="settings">
        <Slider
          label={t.temperature}
          value={temperature}
          min={0.1}
          max={10}
          step={0.05}
          logarithmic
          digits={2}
        />
        <Slider label={t.shift} value={shift} min={-1000} max={1000} step={10} digits={0} />
      </div>
      <div class="buttons">
        <button type="button" class="primary" onClick={step}>
          {t.step}
        </button>
        <button type="button" onClick={reset}>
          {t.reset}
        </button>
      </div>
      <figcaption>{t.caption}</figcaption>
    </figure>
  );
}

/** An arrow against the gradient: to the right where a step raises the score. */
function Push({ gradient, text }: { readonly gradient: number; readonly text: string }) {
  const [middle, half] = [50, 44];
  const length = Math.max(-1, Math.min(1, -gradient)) * half;
  const end = middle + length;
  const tip = Math.sign(length) * Math.min(7, Math.abs(length));
  const rise = 0.57 * Math.abs(tip); // a short arrow has a small tip
  return (
    <span class={gradient < 0 ? "push up" : "push down"}>
      <svg viewBox="0 0 100 20" aria-hidden="true">
        <path class="middle" d={`M${middle} 2v16`} />
        <path d={`M${middle} 10H${end}m${-tip} ${-rise}l${tip} ${rise}l${-tip} ${rise}`} />
      </svg>
      <span class="number">{text}</span>
    </span>
  );
}
