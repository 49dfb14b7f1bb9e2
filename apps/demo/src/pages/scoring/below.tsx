import { batch } from "@preact/signals";
import { fill } from "@saccade/figures/messages";
import { Choice, Histogram, Table } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { useWords } from "../../app/shell.ts";
import { Challenges } from "../../ui/challenges.tsx";
import { words } from "./messages/index.ts";
import type { ScoringModel } from "./model.ts";
import type { PresetName } from "./presets.ts";
import { choosePreset, spreadSizes } from "./settings.ts";

/** Why scores are divided by √d: the spread of dot products of random vectors, and the resulting softmax. */
export function Spread({ model }: { readonly model: ScoringModel }): JSX.Element {
  const t = useWords(words);
  const { reach, dot, scaled, dotVariance, scaledVariance, dotGreatest, scaledGreatest } = model.spread.value;
  const numbers = [
    { name: "dot", variance: dotVariance, greatest: dotGreatest },
    { name: "scaled", variance: scaledVariance, greatest: scaledGreatest },
  ] as const;
  return (
    <section class="spread">
      <h2>{t.spreadTitle}</h2>
      <p>{t.spreadText}</p>
      <div class="beside">
        <figure>
          <Histogram
            reach={reach}
            series={[
              { name: "scaled", shares: scaled },
              { name: "dot", shares: dot },
            ]}
            tall={240}
            label={fill(t.spreadLabel, {
              size: model.settings.size.value,
              dot: dotVariance.toFixed(1),
              scaled: scaledVariance.toFixed(2),
            })}
          />
          <figcaption>{t.spreadCaption}</figcaption>
        </figure>
        <div class="controls">
          <Choice
            legend={t.size}
            value={model.settings.size}
            names={spreadSizes}
            labels={Object.fromEntries(spreadSizes.map((size) => [size, size]))}
          />
          <Table
            class="wrapped"
            columns={[t.variance, t.greatest]}
            rows={numbers.map(({ name }) => (
              <span key={name} class={`swatch ${name}`}>
                {t.scoreNames[name]}
              </span>
            ))}
            cells={(i) => (
              <>
                <td>{numbers[i]?.variance.toFixed(2)}</td>
                <td>{numbers[i]?.greatest.toFixed(3)}</td>
              </>
            )}
          />
        </div>
      </div>
    </section>
  );
}

/** Three things to predict before one looks. */
export function Questions({ model }: { readonly model: ScoringModel }): JSX.Element {
  const { questions } = useWords(words);
  const { settings, motion } = model;
  const showing = (preset: PresetName, change: () => void) => (): void => {
    batch(() => {
      motion.finish();
      choosePreset(settings, preset);
      settings.score.value = "scaled";
      settings.temperature.value = 1;
      settings.heads.value = "1";
      change();
    });
    window.scrollTo({ top: 0, behavior: "smooth" });
  };
  return (
    <Challenges
      questions={questions}
      shows={[
        showing("pronoun", () => {
          settings.temperature.value = 0.3;
        }),
        showing("previous", () => {
          settings.causal.value = false;
          settings.row.value = 0;
        }),
        showing("pronoun", () => {
          settings.validLen.value = 0;
        }),
      ]}
    />
  );
}
