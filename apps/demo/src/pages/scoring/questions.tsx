import { batch } from "@preact/signals";
import type { JSX } from "preact";
import { useWords } from "../../app/shell.ts";
import { Challenges } from "../../ui/challenges.tsx";
import type { ScoringModel } from "./model.ts";
import type { PresetName } from "./presets.ts";
import { questions } from "./question-words.ts";
import { choosePreset } from "./settings.ts";

/** Three things to predict before one looks. */
export function Questions({ model }: { readonly model: ScoringModel }): JSX.Element {
  const [colder, first, none] = useWords(questions);
  const { settings, motion } = model;
  const show = (preset: PresetName, change: () => void): void => {
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
      items={[
        {
          ...colder,
          show: () =>
            show("pronoun", () => {
              settings.temperature.value = 0.3;
            }),
        },
        {
          ...first,
          show: () =>
            show("previous", () => {
              settings.causal.value = false;
              settings.row.value = 0;
            }),
        },
        {
          ...none,
          show: () =>
            show("pronoun", () => {
              settings.validLen.value = 0;
            }),
        },
      ]}
    />
  );
}
