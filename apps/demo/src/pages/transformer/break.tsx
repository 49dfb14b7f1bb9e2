import { fill } from "@saccade/figures/messages";
import { type AttentionName, attentions } from "@saccade/figures/transformer-places";
import { Choice, useRoving } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { useWords } from "../../app/shell.ts";
import { signed } from "./numbers.ts";
import "./break.css";
import { heads } from "./calls.ts";
import { takenBy } from "./effects.ts";
import { words } from "./messages/index.ts";
import type { TransformerModel } from "./model.ts";
import { fullName } from "./names.ts";
import { Outcome, saidOf } from "./outcome.tsx";
import { outcomeOf } from "./pronoun.ts";
import { breakages, clicked, headIndex, stateOf } from "./switches.ts";
import { english } from "./verdict.ts";

/** Every head as a light switch, and the effect on the pronoun. */
export function Break({ model }: { readonly model: TransformerModel }): JSX.Element {
  const t = useWords(words);
  const { breakage } = model.settings;
  const look = model.look.value;
  const board = useRoving("button");
  const own = look.pronoun?.own ?? null;
  return (
    <section class="break">
      <h2>{own === null ? t.break.noPronoun : fill(t.break.title, { own })}</h2>
      <p class={`break-said ${outcomeOf(look.untouched, look.target)}`} role="status">
        {saidOf(t, look)}
      </p>
      <div class="break-tools flow">
        <Choice inline legend={t.break.click} value={breakage} names={breakages} labels={t.break.states} />
        <span class="quiet">{fill(t.break.stateText[breakage.value], { other: english(look.other) })}</span>
      </div>
      <div class="board" ref={board}>
        {attentions.map((attention) => (
          <div key={attention} class="board-group" role="group" aria-label={fullName(t, attention)}>
            <span class="board-name" aria-hidden="true">
              {t.break.groups[attention]}
            </span>
            {Array.from({ length: heads }, (_, head) => (
              <Head key={head} model={model} attention={attention} head={head} />
            ))}
          </div>
        ))}
      </div>
      <Outcome model={model} />
    </section>
  );
}

interface HeadProps {
  readonly model: TransformerModel;
  readonly attention: AttentionName;
  readonly head: number;
}

/** A head's switch. Once a head is not on, each shows how much the next click would reduce the pronoun's lead. */
function Head({ model, attention, head }: HeadProps): JSX.Element {
  const t = useWords(words);
  const { switches, breakage } = model.settings;
  const state = stateOf(switches.value, attention, head);
  const look = model.look.value;
  const { pronoun } = look;
  const isShown = pronoun !== null && (look.ask.switches ?? []).length > 0;
  const taken = isShown ? takenBy(look, headIndex({ attention, head })) : null;
  const wouldFlip = taken !== null && pronoun !== null && pronoun.now.lead > 0 && pronoun.now.lead < taken;
  const bar = taken === null ? 0 : Math.min(1, Math.max(0, taken / Math.max(1, pronoun!.untouched.lead)));
  const name = fill(t.break.switch, { head, state: t.break.headStates[state] });
  return (
    <button
      type="button"
      class={`switch ${state} ${wouldFlip ? "would-flip" : ""}`}
      aria-pressed={state !== "on"}
      aria-label={taken === null ? name : `${name}, ${fill(t.break.taken, { change: signed(-taken) })}`}
      title={taken === null ? undefined : fill(t.break.taken, { change: signed(-taken) })}
      style={{ "--taken": bar }}
      data-head={`${attention}.${head + 1}`}
      onClick={() => {
        switches.value = clicked(switches.value, { attention, head }, breakage.value);
      }}
    >
      <span>{head}</span>
    </button>
  );
}
