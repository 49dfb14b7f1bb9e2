import { fill } from "@saccade/figures/messages";
import { Choice } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { useWords } from "../../app/shell.ts";
import { type Facts, netNames, type Positioning, positionings } from "./calls.ts";
import { words } from "./messages/index.ts";
import type { TransformerModel } from "./model.ts";
import { percent } from "./numbers.ts";
import { PatchMapView } from "./patch-map.tsx";
import { belows, examples } from "./settings.ts";
import { start } from "./start.gen.ts";
import { Three } from "./three.tsx";
import { french } from "./verdict.ts";

/** Figures of the whole model besides its blocks, one at a time. */
export function Below({ model }: { readonly model: TransformerModel }): JSX.Element | null {
  const t = useWords(words);
  const { at, below } = model.settings;
  if (at.value !== "all") return null;
  return (
    <div class="below">
      <Choice legend={t.below} value={below} names={belows} labels={t.belows} />
      {below.value === "patches" && <PatchMapView model={model} />}
      {below.value === "three" && <Three model={model} />}
      {below.value === "positions" && <PositionsNote model={model} />}
      {below.value === "guided" && <GuidedNote model={model} />}
    </div>
  );
}

/** The second model, with one guided head. */
function GuidedNote({ model }: { readonly model: TransformerModel }): JSX.Element {
  const t = useWords(words);
  const { net } = model.settings;
  return (
    <section class="guided-note">
      <h2>{t.guidedTitle}</h2>
      <p>
        {fill(t.guidedText, {
          looked: percent(start.facts.looked),
          exact: percent(start.facts.exactGuided),
          measured: start.facts.measured,
        })}
      </p>
      <Choice legend={t.net} value={net} names={netNames} labels={t.nets} />
    </section>
  );
}

/** A model's behaviour with positions, with positions removed, and without; and the sentences that show it. */
export function PositionsNote({ model }: { readonly model: TransformerModel }): JSX.Element {
  const t = useWords(words);
  const { sentence } = model.settings;
  const look = model.look.value;
  return (
    <section class="positions-note">
      <h2>{t.positionsTitle}</h2>
      <p>{fill(t.positionsText, { measured: start.facts.measured })}</p>
      <table class="wrapped">
        <tbody>
          {positionings.map((name) => (
            <tr key={name}>
              <th scope="row">{t.positionings[name]}</th>
              <td>{percent(exactOf(start.facts, name))}</td>
              <td>{t.positionsAre[name]}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div class="row flow" role="group" aria-label={t.examples}>
        {(["follows", "followed"] as const).map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={sentence.value.join(" ") === examples[name]}
            onClick={() => {
              sentence.value = examples[name].split(" ");
            }}
          >
            {t.exampleNames[name]}
          </button>
        ))}
      </div>
      <p class="result number">
        {look.ask.sentence.join(" ")} → <span lang="fr">{french(look.target)}</span>
      </p>
      <p class="quiet">
        {fill(t.facts, {
          parameters: start.facts.parameters,
          steps: start.facts.steps,
          pronouns: percent(start.facts.pronouns),
        })}
      </p>
    </section>
  );
}

/** The share of held-out sentences without a fault. */
function exactOf(facts: Facts, name: Positioning): number {
  return { on: facts.exact, off: facts.exactUnplaced, never: facts.exactTrainedUnplaced }[name];
}
