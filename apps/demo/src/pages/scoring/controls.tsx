import { batch } from "@preact/signals";
import { fill } from "@saccade/figures/messages";
import { Check, Choice, Histogram, Slider, Table } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { useWords } from "../../app/shell.ts";
import { Button, Challenges } from "../../ui/parts.tsx";
import { words } from "./messages/index.ts";
import { type ScoringModel, useNames } from "./model.ts";
import { meaningOf, type PresetName, presetNames, presets } from "./presets.ts";
import { choosePreset, headCounts, matrixNames, n, scoreNames, spreadSizes } from "./settings.ts";

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
          <Choice legend={t.size} value={model.settings.size} names={spreadSizes} />
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
        showing("pronoun", () => (settings.temperature.value = 0.3)),
        showing("previous", () => {
          settings.causal.value = false;
          settings.row.value = 0;
        }),
        showing("pronoun", () => (settings.validLen.value = 0)),
      ]}
    />
  );
}

/** How scores are made, and which of them count. */
export function Controls({ model }: { readonly model: ScoringModel }): JSX.Element {
  const t = useWords(words);
  const { settings } = model;
  const clicked = settings.forbidden.value.length;
  return (
    <div class="masks-and-scores flow">
      <Choice legend={t.scoring} value={settings.score} names={scoreNames} labels={t.scoreNames} />
      <Slider
        label={t.temperature}
        value={settings.temperature}
        min={0.1}
        max={10}
        step={0.05}
        logarithmic
        digits={2}
      />
      <Slider
        label={t.validLen}
        value={settings.validLen}
        min={0}
        max={n}
        step={1}
        show={(count) => fill(t.keysOf, { count, all: n, every: count === n })}
      />
      <div class="masks">
        {presets[settings.preset.value].isSelf ? (
          <Check label={t.causal} value={settings.causal} />
        ) : (
          <p class="quiet">{t.noCausal}</p>
        )}
        {clicked > 0 && (
          <div>
            <Button
              class="link"
              text={fill(t.clearMask, { count: clicked })}
              onClick={() => (settings.forbidden.value = [])}
            />
          </div>
        )}
      </div>
      <div class="heads flow">
        <Choice legend={t.heads} value={settings.heads} names={headCounts} />
        {settings.heads.value === "2" && <Choice legend={t.head} value={settings.head} names={headCounts} />}
      </div>
      {settings.score.value === "additive" && (
        <div>
          <Slider label={t.seed} value={settings.seed} min={0} max={99} step={1} />
          <p class="quiet">{t.random}</p>
        </div>
      )}
    </div>
  );
}

/** The examples, and the meaning of the chosen one's numbers. */
export function PresetChoice({ model }: { readonly model: ScoringModel }): JSX.Element {
  const t = useWords(words);
  const { settings, motion } = model;
  const { edited } = settings;
  const choose = (name: PresetName): void => {
    choosePreset(settings, name);
    model.wrongCell.value = "";
  };
  const preset = {
    get value() {
      return settings.preset.value;
    },
    set value(name) {
      choose(name);
    },
  };
  return (
    <div class="preset beside">
      <Choice inline legend={t.preset} value={preset} names={presetNames} labels={t.presets} />
      <p class="meaning">
        {meaningOf(t, {
          preset: preset.value,
          isEdited: edited.q.value !== undefined || edited.k.value !== undefined,
          attended: model.attended.value,
          isFinished: motion.time.value >= motion.timeline.value.total,
        })}{" "}
        {matrixNames.some((name) => edited[name].value !== undefined) && (
          <>
            ({t.edited}) <Button class="link" text={t.restore} onClick={() => choose(preset.value)} />
          </>
        )}
      </p>
    </div>
  );
}

/** The query whose row is computed. */
export function QueryChoice({ model }: { readonly model: ScoringModel }): JSX.Element {
  const t = useWords(words);
  const { queries } = useNames(model);
  const { row } = model.settings;
  return (
    <Choice
      inline
      legend={t.query}
      value={{
        get value() {
          return String(row.value);
        },
        set value(index) {
          row.value = Number(index);
        },
      }}
      names={queries.map((_, i) => String(i))}
      labels={Object.fromEntries(queries.entries())}
    />
  );
}
