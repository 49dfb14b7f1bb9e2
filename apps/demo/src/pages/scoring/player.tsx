import { useReducedMotion } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { useWords } from "../../app/shell.ts";
import { type ScoringModel, stages } from "./model.ts";
import { words } from "./words.ts";

/** Plays the way stage by stage; where motion is unwelcome, one goes on by hand. */
export function Player({ model }: { readonly model: ScoringModel }): JSX.Element {
  const t = useWords(words);
  const still = useReducedMotion();
  const stage = model.stage.value;
  const name = stages[stage] ?? "output";
  return (
    <div class="player">
      <div class="buttons">
        {!still && (
          <button
            type="button"
            class="primary"
            onClick={() => (model.playing.value ? model.halt() : model.play())}
          >
            {model.playing.value ? t.halt : t.play}
          </button>
        )}
        <button type="button" disabled={stage === 0} onClick={() => model.go(-1)}>
          {t.back}
        </button>
        <button type="button" disabled={stage === stages.length - 1} onClick={() => model.go(1)}>
          {t.next}
        </button>
      </div>
      <p role="status">
        <span class="number">
          {stage + 1}/{stages.length}
        </span>{" "}
        {t.stages[name]}
      </p>
    </div>
  );
}
