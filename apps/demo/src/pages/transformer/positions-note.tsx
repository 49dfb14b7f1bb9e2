import type { JSX } from "preact";
import { useWords } from "../../app/shell.ts";
import type { TransformerModel } from "./model.ts";
import { examples } from "./sentence-editor.tsx";
import { start } from "./start.gen.ts";
import { words } from "./words.ts";

/** What the model loses without positions, with the sentences and the switch that show it. */
export function PositionsNote({ model }: { readonly model: TransformerModel }): JSX.Element {
  const t = useWords(words);
  const { positions, sentence } = model.settings;
  const { ask, target } = model.look.value;
  return (
    <section class="positions-note">
      <h2>{t.positionsTitle}</h2>
      <p>{t.positionsText(start.facts)}</p>
      <div class="row">
        {(["follows", "followed"] as const).map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={sentence.value.join(" ") === examples[name]}
            onClick={() => {
              sentence.value = examples[name].split(" ");
            }}
          >
            {examples[name]}
          </button>
        ))}
        <label class="check">
          <input
            type="checkbox"
            checked={positions.value}
            onChange={(event) => {
              positions.value = event.currentTarget.checked;
            }}
          />
          {t.positions}
        </label>
      </div>
      <p class="number">
        {ask.sentence.join(" ")} →{" "}
        <span lang="fr">{target.filter((word) => word !== "<eos>").join(" ")}</span>
      </p>
      {!ask.positions && <p class="problem">{t.positionsOff}</p>}
      <p class="quiet">{t.facts(start.facts)}</p>
    </section>
  );
}
