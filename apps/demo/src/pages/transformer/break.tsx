import { fill, percent } from "@saccade/figures/messages";
import { type AttentionName, attentions } from "@saccade/figures/transformer-places";
import { Choice, short, useRoving } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { useWords } from "../../app/shell.ts";
import type { Look } from "./calls.ts";
import { heads } from "./switches.ts";
import "./break.css";
import { Button } from "../../ui/button.tsx";
import { english, french, outcomeOf } from "./language.ts";
import { words } from "./messages/index.ts";
import type { TransformerModel } from "./model.ts";
import { firstSentence } from "./settings.ts";
import { start } from "./start.gen.ts";
import { allHeads, breakages, clicked, headIndex, stateOf } from "./switches.ts";
import { fullName, points, saidOf, signed, successorOf, takenBy } from "./texts.ts";

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

/** The effect of the switches: the pronoun's probability and the translation. */
export function Outcome({ model }: { readonly model: TransformerModel }): JSX.Element {
  const t = useWords(words);
  const { switches, patch } = model.settings;
  const look = model.look.value;
  const outcome = outcomeOf(look.untouched, look.target);
  return (
    <div class="outcome-of-break">
      {look.pronoun !== null && <Meter look={look} />}
      <div class="outcome-text">
        {french(look.untouched) !== french(look.target) && (
          <p class="then-now">
            <del lang="fr">{french(look.untouched)}</del> <ins lang="fr">{french(look.target)}</ins>
          </p>
        )}
        {outcome === "held" && <Successor look={look} />}
        {outcome === "flipped" && <Fewest look={look} />}
        {(switches.value.length > 0 || patch.value !== null) && (
          <Button
            text={t.break.reset}
            onClick={() => {
              switches.value = [];
              patch.value = null;
            }}
          />
        )}
      </div>
    </div>
  );
}

/** The two pronouns' probabilities and the lead, each with its difference. */
function Meter({ look }: { readonly look: Look }): JSX.Element | null {
  const t = useWords(words);
  const { pronoun } = look;
  if (pronoun === null) return null;
  const { untouched, now } = pronoun;
  const change = now.lead - untouched.lead;
  const rows = [
    { word: pronoun.own, now: now.own, before: untouched.own },
    { word: pronoun.other, now: now.other, before: untouched.other },
  ];
  return (
    <div class="meter number">
      <ul class="bare">
        {rows.map((row) => (
          <li
            key={row.word}
            class={row.word === pronoun.own ? "shaded" : "shaded orange"}
            style={{ "--weight": row.now }}
            data-word={row.word}
          >
            <span lang="fr">{row.word}</span> <span>{percent(row.now)}</span>{" "}
            <span class="change quiet">{points(row.now - row.before)}</span>
          </li>
        ))}
      </ul>
      <p title={t.break.leadText}>
        {fill(t.break.lead, { own: pronoun.own })} <strong data-number="lead">{short(now.lead)}</strong>{" "}
        <span class="change quiet">{Math.abs(change) < 0.05 ? "" : `(${signed(change)})`}</span>
      </p>
    </div>
  );
}

function Successor({ look }: { readonly look: Look }): JSX.Element | null {
  const t = useWords(words);
  const found = successorOf(look);
  if (found === null) return null;
  const { attention, head } = allHeads[found.index]!;
  const name = fill(t.shows, { block: fullName(t, attention), head });
  return (
    <p class="successor quiet">
      {fill(t.break.tookOver, { head: name, now: short(found.now), before: short(found.before) })}
    </p>
  );
}

/** How few heads flip the pronoun of the first sentence, if they are all in one state. */
function Fewest({ look }: { readonly look: Look }): JSX.Element | null {
  const t = useWords(words);
  const { sentence, positions, net = "free", switches = [] } = look.ask;
  const isFirst = sentence.join(" ") === firstSentence.join(" ") && positions === "on" && net === "free";
  const [state, ...others] = new Set(switches.map((one) => one.state));
  if (!isFirst || state === undefined || others.length > 0) return null;
  const known = start.facts.fewest[state];
  if (known === null) return null;
  const { otherSeeds } = start.facts;
  return (
    <p class="fewest">
      {fill(t.break.fewest, { ...known, state: t.break.states[state] })}{" "}
      {state === "off" &&
        fill(t.break.otherSeeds, {
          sizes: otherSeeds.slice(0, -1).join(t.break.between),
          last: otherSeeds.at(-1),
        })}
    </p>
  );
}
