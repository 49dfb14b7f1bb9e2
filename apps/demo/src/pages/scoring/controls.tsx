import { Check, Choice, Slider } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { useWords } from "../../app/shell.ts";
import { scoreNames, sources } from "./calls.ts";
import type { ScoringModel } from "./model.ts";
import { headCounts, lk } from "./settings.ts";
import { words } from "./words.ts";

/** What can be set about the way, beside it. */
export function Controls({ model }: { readonly model: ScoringModel }): JSX.Element {
  const t = useWords(words);
  const { settings } = model;
  const hasSeed = settings.source.value !== "direct" || settings.score.value === "additive";
  return (
    <div class="controls">
      <Choice legend={t.source} value={settings.source} names={sources} labels={t.sources} />
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
        max={lk}
        step={1}
        show={(n) => t.keysOf(n, lk)}
      />
      <Check label={t.causal} value={settings.causal} />
      <p class="quiet">
        {t.freeMask}{" "}
        {settings.forbidden.value.length > 0 && (
          <button
            type="button"
            class="link"
            onClick={() => {
              settings.forbidden.value = [];
            }}
          >
            {t.clearMask(settings.forbidden.value.length)}
          </button>
        )}
      </p>
      <Choice legend={t.heads} value={settings.heads} names={headCounts} labels={{ "1": "1", "2": "2" }} />
      {hasSeed && <Slider label={t.seed} value={settings.seed} min={0} max={99} step={1} />}
    </div>
  );
}
