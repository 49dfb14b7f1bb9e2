import { fill, percent } from "@saccade/figures/messages";
import { type AttentionName, attentions } from "@saccade/figures/transformer-places";
import { Choice, short, useRoving } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { shellWords, useShell, useWords } from "../../app/shell.ts";
import { reasonOf } from "../../work/reason-of.ts";
import type { Look } from "./calls.ts";
import { allHeads, breakages, clicked, headIndex, heads, stateOf } from "./switches.ts";
import { cardOf, fullName, points, saidOf, signed, successorOf, takenBy } from "./texts.ts";
import "./break.css";
import { Button } from "../../ui/parts.tsx";
import { english, french, outcomeOf } from "./language.ts";
import { type Texts, words } from "./messages/index.ts";
import type { TransformerModel } from "./model.ts";
import { firstSentence } from "./settings.ts";
import { start } from "./start.gen.ts";

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
      <p class={`break-said strong ${outcomeOf(look.untouched, look.target)}`} role="status">
        {saidOf(t, look)}
      </p>
      <div class="break-tools flow">
        <Choice inline legend={t.break.click} value={breakage} names={breakages} labels={t.break.states} />
        <span class="quiet">{fill(t.break.stateText[breakage.value], { other: english(look.other) })}</span>
      </div>
      <div class="board" ref={board}>
        {attentions.map((attention) => (
          <div key={attention} class="board-group" role="group" aria-label={fullName(t, attention)}>
            <span class="board-name quiet" aria-hidden="true">
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
      class={`switch number ${state} ${wouldFlip ? "would-flip" : ""}`}
      aria-pressed={state !== "on"}
      aria-label={taken === null ? name : `${name}, ${fill(t.break.taken, { change: signed(-taken) })}`}
      title={taken === null ? undefined : fill(t.break.taken, { change: signed(-taken) })}
      style={{ "--taken": bar }}
      data-head={`${attention}.${head + 1}`}
      onClick={() => (switches.value = clicked(switches.value, { attention, head }, breakage.value))}
    >
      <span>{head}</span>
    </button>
  );
}

/** The effect of the switches: the two pronouns' probabilities, their lead, and the translation. */
function Outcome({ model }: { readonly model: TransformerModel }): JSX.Element {
  const t = useWords(words);
  const { switches, patch } = model.settings;
  const look = model.look.value;
  const { pronoun } = look;
  const outcome = outcomeOf(look.untouched, look.target);
  const [before, after] = [french(look.untouched), french(look.target)];
  const change = pronoun === null ? 0 : pronoun.now.lead - pronoun.untouched.lead;
  const shell = useShell();
  const frame = useWords(shellWords);
  /** Gives a card of the present state on, with its address: by the device's own means, else as a download and a copied link. */
  const share = async (): Promise<void> => {
    try {
      const { shareCard } = await import("../../export/card.ts");
      await shareCard(shell, "transformer", cardOf(t, look));
    } catch (error) {
      shell.notice.value = fill(frame.saveFailed, { title: frame.share, reason: reasonOf(error) });
    }
  };
  return (
    <div class="outcome-of-break beside">
      {pronoun !== null && (
        <div class="meter number">
          <ul class="bare">
            {(["own", "other"] as const).map((which) => (
              <li
                key={which}
                class={which === "own" ? "shaded" : "shaded orange"}
                style={{ "--weight": pronoun.now[which] }}
                data-word={pronoun[which]}
              >
                <span lang="fr">{pronoun[which]}</span> <span>{percent(pronoun.now[which])}</span>{" "}
                <span class="change quiet">{points(pronoun.now[which] - pronoun.untouched[which])}</span>
              </li>
            ))}
          </ul>
          <p title={t.break.leadText}>
            {fill(t.break.lead, { own: pronoun.own })}{" "}
            <strong data-number="lead">{short(pronoun.now.lead)}</strong>{" "}
            <span class="change quiet">{Math.abs(change) < 0.05 ? "" : `(${signed(change)})`}</span>
          </p>
        </div>
      )}
      <div class="outcome-text">
        {before !== after && (
          <p class="then-now">
            <del lang="fr">{before}</del> <ins lang="fr">{after}</ins>
          </p>
        )}
        {outcome === "held" && <p class="successor quiet">{tookOver(t, look)}</p>}
        {outcome === "flipped" && <p class="fewest">{fewest(t, look)}</p>}
        <Button class="share" text={frame.share} title={frame.shareText} onClick={share} />{" "}
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

/** The head that took over, if one did. */
function tookOver(t: Texts, look: Look): string {
  const found = successorOf(look);
  if (found === null) return "";
  const { attention, head } = allHeads[found.index]!;
  const name = fill(t.shows, { block: fullName(t, attention), head });
  return fill(t.break.tookOver, { head: name, now: short(found.now), before: short(found.before) });
}

/** How few heads flip the pronoun of the first sentence, if they are all in one state. */
function fewest(t: Texts, { ask }: Look): string {
  const { sentence, positions, net = "free", switches = [] } = ask;
  const isFirst = sentence.join(" ") === firstSentence.join(" ") && positions === "on" && net === "free";
  const [state, ...others] = new Set(switches.map((one) => one.state));
  const known = isFirst && state !== undefined && others.length === 0 ? start.facts.fewest[state] : null;
  if (state === undefined || known === null) return "";
  const { otherSeeds } = start.facts;
  const sizes = otherSeeds.slice(0, -1).join(t.break.between);
  const more = state === "off" ? ` ${fill(t.break.otherSeeds, { sizes, last: otherSeeds.at(-1) })}` : "";
  return fill(t.break.fewest, { ...known, state: t.break.states[state] }) + more;
}
