import { Choice, Slider } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { useWords } from "../../../app/shell.ts";
import { grouped } from "../../../ui/grouped.ts";
import type { TranslatorModel } from "../model.ts";
import { learningRates, lengthsOfTraining } from "../settings.ts";
import { words } from "../words/words.ts";

/** Settings of a run: seed, learning rate, epochs; and single steps. */
export function TrainingSettings({ model }: { readonly model: TranslatorModel }): JSX.Element {
  const t = useWords(words);
  const { settings, session, training } = model;
  const epochs = settings.epochs.value;
  const isBusy = ["starting", "running"].includes(training.status.value);
  const lengths = lengthsOfTraining.includes(epochs) ? lengthsOfTraining : [...lengthsOfTraining, epochs];
  const { pairs, pairsOfEpoch, heldOut, parameters, computer } = session.facts.value;
  return (
    <details class="training-settings">
      <summary>{t.settings}</summary>
      <p>{t.trainText(pairs, pairsOfEpoch, heldOut, grouped(parameters))}</p>
      {session.shipped.value && <p>{t.shipped}</p>}
      <div class="even">
        <Choice
          legend={t.epochs}
          value={settings.epochs}
          names={lengths.toSorted((a, b) => Number(a) - Number(b))}
          labels={Object.fromEntries(lengths.map((length) => [length, length]))}
        />
        <Choice legend={t.rate} value={settings.lr} names={learningRates} labels={t.rates} />
        <Slider label={t.seed} value={settings.seed} min={0} max={99} step={1} />
      </div>
      <p class="quiet">{t.startsNext}</p>
      <button type="button" disabled={isBusy} onClick={() => model.step()}>
        {t.step}
      </button>
      {computer !== null && (
        <p class="quiet" title={computer.note}>
          {t.computedBy[computer.backend](computer.threads, computer.kernels)}
        </p>
      )}
    </details>
  );
}
