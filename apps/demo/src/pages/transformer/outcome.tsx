import type { JSX } from "preact";
import { useWords } from "../../app/shell.ts";
import type { Look } from "./calls.ts";
import { successorOf } from "./effects.ts";
import { type Texts, words } from "./messages/index.ts";
import type { TransformerModel } from "./model.ts";
import { fullName, share } from "./names.ts";
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
  if (switches.length === 0 && patch === null) return t.break.task(own, other);
  const outcome = outcomeOf(untouched, target);
  const what = patch === null ? t.break.count(switches.length) : t.break.countPatched(switches.length);
  if (outcome === "flipped") return t.break.flipped(what, own, other);
  return outcome === "held" ? t.break.held(what, own) : t.break.lost(what, own);
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
      <ul>
        {rows.map((row) => (
          <li key={row.word} style={{ "--weight": row.now, "--before": row.before }} data-word={row.word}>
            <span lang="fr">{row.word}</span> <span>{share(row.now)}</span>{" "}
            <span class="change">{t.break.points(row.now - row.before)}</span>
          </li>
        ))}
      </ul>
      <p title={t.break.leadText}>
        {t.break.lead(pronoun.own)} <strong data-number="lead">{t.break.plain(now.lead)}</strong>{" "}
        <span class="change">{changeOf(t, now.lead - untouched.lead)}</span>
      </p>
    </div>
  );
}

function changeOf(t: Texts, change: number): string {
  return Math.abs(change) < 0.05 ? "" : `(${t.break.signed(change)})`;
}

function Successor({ look }: { readonly look: Look }): JSX.Element | null {
  const t = useWords(words);
  const found = successorOf(look);
  if (found === null) return null;
  const { attention, head } = allHeads[found.index]!;
  const name = t.shows(fullName(t, attention), head);
  return (
    <p class="successor">{t.break.tookOver(name, t.break.plain(found.now), t.break.plain(found.before))}</p>
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
      <strong>{t.break.best(best.length)}</strong> {namesOf(t, best)}.{" "}
      {known !== null && `${t.break.fewest(known.heads, known.sets, t.break.states[states[0]!])} `}
      {known !== null && states[0] === "off" && `${t.break.otherSeeds(start.facts.otherSeeds)} `}
      <span class="quiet">{t.break.shared}</span>
    </p>
  );
}

function namesOf(t: Texts, set: Switches): string {
  return set
    .map(
      ({ attention, head, state }) => `${t.shows(fullName(t, attention), head)} (${t.break.states[state]})`,
    )
    .join("; ");
}
