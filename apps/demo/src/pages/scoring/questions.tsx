import { batch } from "@preact/signals";
import type { JSX } from "preact";
import { useWords } from "../../app/shell.ts";
import { Challenges } from "../../ui/challenges.tsx";
import { words } from "./messages/index.ts";
import type { ScoringModel } from "./model.ts";
import type { PresetName } from "./presets.ts";
import { choosePreset } from "./settings.ts";

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
