import type { JSX } from "preact";
import { useWords } from "../../app/shell.ts";
import type { ScoringModel } from "./model.ts";
import type { RowNames } from "./names.ts";
import { words } from "./words.ts";

/** The query whose row is computed. */
export function QueryChoice({
  model,
  names,
}: {
  readonly model: ScoringModel;
  readonly names: RowNames;
}): JSX.Element {
  const t = useWords(words);
  const { row } = model.settings;
  return (
    <fieldset class="choice queries">
      <legend>{t.query}</legend>
      <div>
        {names.queries.map((name, i) => (
          <label key={i}>
            <input
              type="radio"
              name="query"
              checked={i === row.value}
              onChange={() => {
                row.value = i;
              }}
            />
            {name}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
