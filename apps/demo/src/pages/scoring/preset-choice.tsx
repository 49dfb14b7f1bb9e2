import type { JSX } from "preact";
import { useWords } from "../../app/shell.ts";
import type { ScoringModel } from "./model.ts";
import { presetNames } from "./presets.ts";
import { meaningOf } from "./saying.ts";
import { choosePreset, matrixNames } from "./settings.ts";
import { words } from "./words.ts";

/** The examples, and what the numbers of the chosen one mean. */
export function PresetChoice({ model }: { readonly model: ScoringModel }): JSX.Element {
  const t = useWords(words);
  const { settings, motion } = model;
  const preset = settings.preset.value;
  const isEdited = matrixNames.some((name) => settings.edited[name].value !== undefined);
  const choose = (name: typeof preset): void => {
    choosePreset(settings, name);
    model.wrongCell.value = "";
  };
  return (
    <div class="preset">
      <fieldset class="choice">
        <legend>{t.preset}</legend>
        <div>
          {presetNames.map((name) => (
            <label key={name}>
              <input
                type="radio"
                name="preset"
                value={name}
                checked={name === preset}
                onChange={() => choose(name)}
              />
              {t.presets[name]}
            </label>
          ))}
        </div>
      </fieldset>
      <p class="meaning">
        {meaningOf(t, {
          preset,
          isEdited: settings.edited.q.value !== undefined || settings.edited.k.value !== undefined,
          attended: model.attended.value,
          isFinished: motion.time.value >= motion.timeline.value.total,
        })}{" "}
        {isEdited && (
          <>
            ({t.edited}){" "}
            <button type="button" class="link" onClick={() => choose(preset)}>
              {t.restore}
            </button>
          </>
        )}
      </p>
    </div>
  );
}
