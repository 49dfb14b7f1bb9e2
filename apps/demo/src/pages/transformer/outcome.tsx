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
import { allHeads } from "./switches.ts";
import { french } from "./verdict.ts";

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
