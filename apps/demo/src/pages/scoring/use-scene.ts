import { type RowNames, type SceneState, sceneOf } from "@saccade/figures/attention";
import { useReducedMotion } from "@saccade/figures/ui";
import { useShell, useWords } from "../../app/shell.ts";
import { words } from "./messages/index.ts";
import type { ScoringModel } from "./model.ts";

/** The names of the rows and columns of the example. */
export function useNames({ settings }: ScoringModel): RowNames {
  return useWords(words).names[settings.preset.value];
}

/** The drawing at the current moment of the animation. */
export function useScene(model: ScoringModel, width: number): SceneState {
  const { settings, motion } = model;
  const moment = motion.timeline.value.at(motion.time.value, useReducedMotion());
  return sceneOf(
    {
      ...{ attended: model.attended.value, moment, names: useNames(model), lang: useShell().language.value },
      looked: motion.playing.value ? undefined : model.looked.value,
      score: settings.score.value,
      temperature: settings.temperature.value,
      head: Number(settings.head.value) - 1,
      row: settings.row.value,
      isLow: true,
    },
    width,
  );
}
