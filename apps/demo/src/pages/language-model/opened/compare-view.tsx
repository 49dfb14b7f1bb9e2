import type { JSX } from "preact";
import { useWords } from "../../../app/shell.ts";
import type { TuningRun } from "./tuning-run.ts";
import { openedWords } from "./words.ts";

/** The model's text or guesses, without the adapter and with it. */
export function CompareView({ tuning }: { readonly tuning: TuningRun }): JSX.Element | null {
  const t = useWords(openedWords);
  const comparison = tuning.comparison.value;
  if (comparison === null) return null;
  const { prompt, before, after, lossBefore, lossAfter } = comparison;
  const sides = [
    { name: "before", title: t.before, text: before, loss: lossBefore },
    { name: "after", title: t.after, text: after, loss: lossAfter },
  ] as const;
  return (
    <section class="comparison">
      <h2>{t.compareTitle}</h2>
      <p>{t.compareText}</p>
      <div class="sides">
        {sides.map(({ name, title, text, loss }) => (
          <figure key={name} class={name}>
            <h3>{title}</h3>
            <p class="written">
              <span class="prompt">{prompt}</span>
              {tuning.writes ? "" : "\n"}
              <span class="new">{text}</span>
            </p>
            <figcaption class="number">{loss !== null && t.linesLoss(loss.toFixed(3))}</figcaption>
          </figure>
        ))}
      </div>
      <div class="buttons">
        <button type="button" disabled={tuning.status.value === "running"} onClick={() => tuning.compare()}>
          {t.compare}
        </button>
      </div>
    </section>
  );
}
