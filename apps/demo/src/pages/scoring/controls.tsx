import { Check, Choice, Slider } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { useWords } from "../../app/shell.ts";
import { scoreNames } from "./calls.ts";
import type { ScoringModel } from "./model.ts";
import { presets } from "./presets.ts";
import { headCounts, n } from "./settings.ts";
import { words } from "./words.ts";

const headLabels = { "1": "1", "2": "2" } as const;

/** How scores are made, and which of them count. */
export function Controls({ model }: { readonly model: ScoringModel }): JSX.Element {
  const t = useWords(words);
  const { settings } = model;
  const clicked = settings.forbidden.value.length;
  return (
    <div class="controls">
      <Choice legend={t.scoring} value={settings.score} names={scoreNames} labels={t.scoreNames} />
      <Slider
        label={t.temperature}
        value={settings.temperature}
        min={0.1}
        max={10}
        step={0.05}
        logarithmic
        show={(value) => value.toFixed(2)}
      />
      <Slider
        label={t.validLen}
        value={settings.validLen}
        min={0}
        max={n}
        step={1}
        show={(count) => t.keysOf(count, n)}
      />
      <div class="masks">
        {presets[settings.preset.value].isSelf ? (
          <Check label={t.causal} value={settings.causal} />
        ) : (
          <p class="quiet">{t.noCausal}</p>
        )}
        {clicked > 0 && (
          <div>
            <button
              type="button"
              class="link"
              onClick={() => {
                settings.forbidden.value = [];
              }}
            >
              {t.clearMask(clicked)}
            </button>
          </div>
        )}
      </div>
      <div class="heads">
        <Choice legend={t.heads} value={settings.heads} names={headCounts} labels={headLabels} />
        {settings.heads.value === "2" && (
          <Choice legend={t.head} value={settings.head} names={headCounts} labels={headLabels} />
        )}
      </div>
      {settings.score.value === "additive" && (
        <Slider label={t.seed} value={settings.seed} min={0} max={99} step={1} />
      )}
    </div>
  );
}
