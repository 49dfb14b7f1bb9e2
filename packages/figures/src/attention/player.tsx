import type { JSX } from "preact";
import type { Lang } from "../index.ts";
import { fill } from "../messages.ts";
import { Slider, useReducedMotion } from "../ui/index.ts";
import type { Motion } from "./motion.ts";
import { words } from "./words.ts";

interface PlayerProps {
  readonly motion: Motion;
  readonly lang: Lang;
}

/** Plays the motion, steps through it, scrubs it; where motion is unwelcome, one steps from still to still. */
export function Player({ motion, lang }: PlayerProps): JSX.Element {
  const t = words[lang];
  const still = useReducedMotion();
  const timeline = motion.timeline.value;
  const moment = timeline.at(motion.time.value, still);
  const isPlaying = motion.playing.value;
  return (
    <div class="player">
      {!still && (
        <button
          type="button"
          class="primary"
          data-run
          onClick={() => (isPlaying ? motion.pause() : motion.play())}
        >
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
        show={() =>
          moment.finished ? t.result : fill(t.stepOf, { step: moment.index + 1, all: timeline.steps.length })
        }
      />
    </div>
  );
}
