import type { JSX } from "preact";
import { useWords } from "../../app/shell.ts";
import { type Positioning, positionings } from "./calls.ts";
import type { TransformerModel } from "./model.ts";
import { percent } from "./percent.ts";
import { examples } from "./sentence-editor.tsx";
import { start } from "./start.gen.ts";
import type { Facts } from "./start.ts";
import { french, saidOf } from "./verdict.ts";
import { words } from "./words.ts";

/** A model's behaviour with positions, with positions removed, and without; and the sentences that show it. */
export function PositionsNote({ model }: { readonly model: TransformerModel }): JSX.Element {
  const t = useWords(words);
  const { positions, sentence } = model.settings;
  const look = model.look.value;
  const said = saidOf(t, look);
  return (
    <section class="positions-note">
      <h2>{t.positionsTitle}</h2>
      <p>{t.positionsText(start.facts.measured)}</p>
      <ul>
        {positionings.map((name) => (
          <li key={name}>
            <button
              type="button"
              aria-pressed={positions.value === name}
              onClick={() => {
                positions.value = name;
              }}
            >
              {t.positionings[name]}
            </button>
            <strong class="number">{percent(exactOf(start.facts, name))}</strong>
            <span>{t.positionsAre[name]}</span>
          </li>
        ))}
      </ul>
      <div class="row" role="group" aria-label={t.examples}>
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
      {said !== "" && <p class="said">{said}</p>}
      <p class="quiet">{t.facts(start.facts)}</p>
    </section>
  );
}

/** The share of held-out sentences without a fault. */
function exactOf(facts: Facts, name: Positioning): number {
  return { on: facts.exact, off: facts.exactUnplaced, never: facts.exactTrainedUnplaced }[name];
}
