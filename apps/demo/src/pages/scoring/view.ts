import { useReducedMotion } from "@saccade/figures/ui";
import { divisorOf } from "./expression.ts";
import { layoutOf } from "./layout.ts";
import type { ScoringModel } from "./model.ts";
import { bestKey, range, type SceneState } from "./scene-state.ts";
import { d } from "./settings.ts";

/** The row that is drawn: the settings' row, or the one that the reader looks at. */
export function useScene(model: ScoringModel, width: number): SceneState {
  const still = useReducedMotion();
  const { settings, motion } = model;
  const attended = model.attended.value;
  const moment = motion.timeline.value.at(motion.time.value, still);
  // The last answer may still be to another number of heads.
  const index = Math.min(Number(settings.head.value), attended.heads.length) - 1;
  const head = attended.heads[index] ?? { scores: [], weights: [], output: [], terms: [] };
  const columnCount = d / attended.heads.length;
  const looked = motion.playing.value ? undefined : model.looked.value;
  // While a row is computed, looking at another lights its inputs but does not change the row.
  const row = (moment.finished ? looked?.row : undefined) ?? settings.row.value;
  const isLooking = looked !== undefined && looked.row === row;
  return {
    layout: layoutOf(width),
    attended,
    head,
    columns: range(columnCount).map((c) => index * columnCount + c),
    score: settings.score.value,
    divisor: divisorOf(settings.score.value, columnCount, settings.temperature.value),
    row,
    target: isLooking ? looked.key : Math.max(0, bestKey(head, row)),
    kind: isLooking ? looked.kind : "weight",
    isLooking,
    moment,
  };
}
