import { fill } from "@saccade/figures/messages";
import type { JSX } from "preact";
import { useWords } from "../../app/shell.ts";
import type { Look } from "./calls.ts";
import { successorOf } from "./effects.ts";
import { type Texts, words } from "./messages/index.ts";
import type { TransformerModel } from "./model.ts";
import { fullName, share } from "./names.ts";
import { plain, points, signed } from "./numbers.ts";
import { outcomeOf } from "./pronoun.ts";
import { firstSentence } from "./settings.ts";
import { start } from "./start.gen.ts";
import { allHeads, isSameSet, type Switches } from "./switches.ts";
import { french } from "./verdict.ts";

/** The effect of the switches: the pronoun's probability, the translation, and the smallest set so far. */
export function Outcome({ model }: { readonly model: TransformerModel }): JSX.Element {
  const t = useWords(words);
  const { switches, best, patch } = model.settings;
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
        {look.bestFlips && <Best look={look} />}
        {(switches.value.length > 0 || patch.value !== null) && (
          <button
            type="button"
            onClick={() => {
              switches.value = [];
              patch.value = null;
            }}
          >
            {t.break.reset}
          </button>
        )}
        {look.bestFlips && !isSameSet(best.value, switches.value) && (
          <button
            type="button"
            onClick={() => {
              switches.value = best.value;
              patch.value = null;
            }}
          >
            {t.break.showBest}
          </button>
        )}
      </div>
    </div>
  );
}

/** One sentence on the effect of the switches, or on the task. */
export function saidOf(t: Texts, look: Look): string {
  const { pronoun, untouched, target, ask } = look;
  const { switches = [], patch = null } = ask;
  if (pronoun === null) return t.break.nothingToFlip;
  const { own, other } = pronoun;
  if (switches.length === 0 && patch === null) return fill(t.break.task, { own, other });
  const outcome = outcomeOf(untouched, target);
  const what =
    patch === null
      ? fill(t.break.count, { count: switches.length })
      : fill(t.break.countPatched, { count: switches.length });
  if (outcome === "flipped") return fill(t.break.flipped, { what, own, other });
  return outcome === "held" ? fill(t.break.held, { what, own }) : fill(t.break.lost, { what, own });
}

/** The two pronouns' probabilities and the lead, each with its difference. */
function Meter({ look }: { readonly look: Look }): JSX.Element | null {
  const t = useWords(words);
  const { pronoun } = look;
  if (pronoun === null) return null;
  const { untouched, now } = pronoun;
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
            style={{ "--weight": row.now, "--before": row.before }}
            data-word={row.word}
          >
            <span lang="fr">{row.word}</span> <span>{share(row.now)}</span>{" "}
            <span class="change quiet">{points(row.now - row.before)}</span>
          </li>
        ))}
      </ul>
      <p title={t.break.leadText}>
        {fill(t.break.lead, { own: pronoun.own })} <strong data-number="lead">{plain(now.lead)}</strong>{" "}
        <span class="change quiet">{changeOf(now.lead - untouched.lead)}</span>
      </p>
    </div>
  );
}

function changeOf(change: number): string {
  return Math.abs(change) < 0.05 ? "" : `(${signed(change)})`;
}

function Successor({ look }: { readonly look: Look }): JSX.Element | null {
  const t = useWords(words);
  const found = successorOf(look);
  if (found === null) return null;
  const { attention, head } = allHeads[found.index]!;
  const name = fill(t.shows, { block: fullName(t, attention), head });
  return (
    <p class="successor quiet">
      {fill(t.break.tookOver, { head: name, now: plain(found.now), before: plain(found.before) })}
    </p>
  );
}

/** The visitor's smallest set, and for the first sentence how small one can be. */
function Best({ look }: { readonly look: Look }): JSX.Element {
  const t = useWords(words);
  const best = look.ask.best ?? [];
  const { sentence, positions, net = "free" } = look.ask;
  const isFirst = sentence.join(" ") === firstSentence.join(" ") && positions === "on" && net === "free";
  const states = [...new Set(best.map(({ state }) => state))];
  const known = isFirst && states.length === 1 ? start.facts.fewest[states[0]!] : null;
  return (
    <p class="best" data-size={best.length}>
      <strong>{fill(t.break.best, { count: best.length })}</strong> {namesOf(t, best)}.{" "}
      {known !== null &&
        `${fill(t.break.fewest, { heads: known.heads, sets: known.sets, state: t.break.states[states[0]!] })} `}
      {known !== null &&
        states[0] === "off" &&
        `${fill(t.break.otherSeeds, { sizes: start.facts.otherSeeds.slice(0, -1).join(t.break.between), last: start.facts.otherSeeds.at(-1) })} `}
      <span class="quiet">{t.break.shared}</span>
    </p>
  );
}

function namesOf(t: Texts, set: Switches): string {
  return set
    .map(
      ({ attention, head, state }) =>
        `${fill(t.shows, { block: fullName(t, attention), head })} (${t.break.states[state]})`,
    )
    .join("; ");
}
