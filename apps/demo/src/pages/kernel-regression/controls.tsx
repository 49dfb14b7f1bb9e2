import { type PointEdits, waysToPool } from "@saccade/figures/kernel-regression";
import { Choice, Slider } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { useWords } from "../../app/shell.ts";
import { words } from "./messages/index.ts";
import type { RegressionModel } from "./model.ts";
import { kernelNames, limits } from "./settings.ts";

interface ControlsProps {
  readonly model: RegressionModel;
  readonly edits: PointEdits;
}

/** Controls next to the figure. */
export function Controls({ model, edits }: ControlsProps): JSX.Element {
  const t = useWords(words);
  const { settings } = model;
  const own = settings.own.value.length > 0;
  const fixed = settings.way.value === "fixed";
  const add = (): void => {
    const { y } = model.points.value;
    const mean = y.reduce((sum, value) => sum + value, 0) / y.length;
    edits.add(settings.query.value, model.row.peek().prediction ?? mean, limits.y);
  };
  return (
    <div class="controls">
      <Choice
        legend={t.curve}
        value={settings.way}
        names={waysToPool}
        labels={t.ways}
        classOf={(name) => `swatch ${name}`}
      />
      {fixed && <Choice legend={t.kernel} value={settings.kernel} names={kernelNames} labels={t.kernels} />}
      {fixed && (
        <Slider
          label={t.bandwidth}
          value={settings.bandwidth}
          min={limits.bandwidth[0]}
          max={limits.bandwidth[1]}
          step={0.01}
          logarithmic
          show={(value) => value.toFixed(2)}
        />
      )}
      <Slider
        label={t.noise}
        value={settings.noise}
        min={0}
        max={2}
        step={0.05}
        disabled={own}
        show={(v) => v.toFixed(2)}
      />
      <Slider label={t.n} value={settings.n} min={limits.n[0]} max={limits.n[1]} step={1} disabled={own} />
      <Slider label={t.seed} value={settings.seed} min={0} max={99} step={1} disabled={own} />
      <div class="buttons">
        <button type="button" onClick={add}>
          {t.addPoint}
        </button>
        <button type="button" onClick={edits.remove}>
          {t.removePoint}
        </button>
        {own && (
          <button
            type="button"
            onClick={() => {
              settings.own.value = [];
            }}
          >
            {t.backToSeed}
          </button>
        )}
      </div>
    </div>
  );
}
