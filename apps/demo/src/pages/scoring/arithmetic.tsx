import type { JSX } from "preact";
import { useWords } from "../../app/shell.ts";
import { brief, showNumber } from "./brief.ts";
import { expression } from "./expression.ts";
import type { ScoringModel } from "./model.ts";
import type { RowNames } from "./names.ts";
import { at, isAllowed, powersOf } from "./scene-state.ts";
import { useScene } from "./view.ts";
import { words } from "./words.ts";

/** One query's row in numbers: every score written out, the softmax, and the output as a weighted sum. */
export function Arithmetic({
  model,
  names,
}: {
  readonly model: ScoringModel;
  readonly names: RowNames;
}): JSX.Element {
  const t = useWords(words);
  const state = useScene(model, 640);
  const { attended, head, columns, row, target, isLooking, score } = state;
  const powers = powersOf(state, row);
  const sum = powers.reduce((all, power) => all + power, 0);
  const temperature = model.settings.temperature.value;
  const value = (j: number): string => `(${columns.map((c) => brief(at(attended.v, j, c))).join(", ")})`;
  const some = sum > 0;
  return (
    <section class="arithmetic">
      <h2>{t.rowTitle(names.queries[row] ?? "")}</h2>
      <ol>
        {names.keys.map((name, j) => (
          <li key={j} class={isLooking && j === target ? "looked" : ""}>
            <span class="of-key name">{name}</span>
            <span class="sum">
              {expression(score, head.terms[row]?.[j] ?? [], temperature)} ={" "}
              <b>{showNumber(at(head.scores, row, j), 2)}</b>
            </span>
            <span class="share" style={{ "--share": String(at(head.weights, row, j)) }} />
            <span class="sum">
              {isAllowed(state, row, j) ? (
                <>
                  {t.weightIs(showNumber(powers[j] ?? 0, 3), showNumber(sum, 3), "")}
                  <b class="of-weight">{showNumber(at(head.weights, row, j), 3)}</b>
                </>
              ) : (
                `${t.masked} → 0`
              )}
            </span>
          </li>
        ))}
      </ol>
      {some ? (
        <p class="output">
          {t.outputIs} ={" "}
          {names.keys.map((name, j) => (
            <span key={name} class={isLooking && j === target ? "looked" : ""}>
              {j > 0 && "+ "}
              <b class="of-weight">{at(head.weights, row, j).toFixed(2)}</b>·
              <span class="of-value">{value(j)}</span>{" "}
            </span>
          ))}
          ={" "}
          <b class="result">({columns.map((c) => showNumber(at(attended.output, row, c), 3)).join(", ")})</b>
        </p>
      ) : (
        <p class="problem">{t.resultNone(names.queries[row] ?? "")}</p>
      )}
      <p class="quiet note">{t.rowText}</p>
    </section>
  );
}
