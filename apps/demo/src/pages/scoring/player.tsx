import { Slider, useReducedMotion } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { useWords } from "../../app/shell.ts";
import type { ScoringModel } from "./model.ts";
import type { Moment } from "./steps.ts";
import { words } from "./words.ts";

/** Plays the motion, steps through it, scrubs it; where motion is unwelcome, one steps from still to still. */
export function Player({
  model,
  moment,
}: {
  readonly model: ScoringModel;
  readonly moment: Moment;
}): JSX.Element {
  const t = useWords(words);
  const still = useReducedMotion();
  const { motion } = model;
  const timeline = motion.timeline.value;
  const isPlaying = motion.playing.value;
  return (
    <div class="player">
      {!still && (
        <button type="button" class="primary" onClick={() => (isPlaying ? motion.pause() : motion.play())}>
          {isPlaying ? t.halt : t.play}
        </button>
      )}
      <button type="button" disabled={moment.index === 0} onClick={() => motion.back()}>
        {t.back}
      </button>
      <button type="button" onClick={() => motion.step(still)}>
        {t.next}
      </button>
      <Slider
        label={t.moment}
        value={motion.time}
        min={0}
        max={timeline.total}
        step={0.01}
        show={() => (moment.finished ? t.result : t.stepOf(moment.index + 1, timeline.steps.length))}
      />
    </div>
  );
}
